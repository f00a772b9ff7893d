package councilofshadows

// The cards on the action fields of a seat.

// lay puts a card on top of a field. A card that is already on a field stays there.
func (p *player) lay(field uint8, card Item) {
	if !card.isCard() || field > mostFields || p.laid.has(card) {
		return
	}
	p.hand, p.laid = p.hand.without(card), p.laid.with(card)
	p.under[card], p.tops[field] = p.tops[field], card
}

// show turns a card up. A player who knew it already learns nothing.
func (p *player) show(field uint8, card Item) {
	if p.top(field) != card {
		p.lay(field, card)
	}
	p.fresh, p.down = p.fresh.without(card), p.down.without(card)
}

// uncover turns up the top cards.
func (p *player) uncover() {
	for _, top := range p.tops {
		if top != None {
			p.down = p.down.without(top)
		}
	}
}

// lift takes the top card of a field back.
func (p *player) lift(field uint8, card Item) {
	if p.top(field) == card {
		p.tops[field] = p.under[card]
		p.toHand(card)
	}
}

func (p *player) toHand(card Item) {
	if card.isCard() {
		p.hand, p.laid, p.under[card] = p.hand.with(card), p.laid.without(card), None
		p.fresh, p.down = p.fresh.without(card), p.down.without(card)
	}
}

// slide moves all stacks one field to the right; the last one goes to the hand.
func (p *player) slide() {
	for i := p.top(p.fields); i != None; {
		next := p.under[i]
		p.toHand(i)
		i = next
	}
	copy(p.tops[2:p.fields+1], p.tops[1:p.fields])
	p.tops[1] = None
}
