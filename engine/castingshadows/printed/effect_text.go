package printed

import (
	"fmt"

	"arbiter/engine"
)

// Text explains the effect in words for people.
func (e Effect) Text() engine.Text {
	done := e.deed()
	if !e.Pays.isZero() {
		done = engine.Say("spend %s: %s", e.Pays.each(e.Times), done)
	}
	switch e.Lasts {
	case ThisTurn:
		done = engine.Say("%s, until the end of the turn", done)
	case ToNextTurn:
		done = engine.Say("%s, until your next turn", done)
	case ToTheEnd:
		done = engine.Say("%s, until the game ends", done)
	}
	when := e.When.Text(e.Of)
	if e.If != 0 {
		when = engine.Say("%s, %s", when, e.If.text())
	}
	return engine.Say("%s: %s", when, done)
}

// Text explains a moment; for tiles the wording differs.
func (t Trigger) Text(of Name) engine.Text {
	if here := t.onTile(); of.Kind() == Tile && !here.IsZero() {
		return here
	}
	switch t {
	case OnCast:
		return engine.Say("When you cast it")
	case OnUse:
		return engine.Say("In your phase 2, for no action")
	case Always:
		return engine.Say("Always")
	case OnStart:
		return engine.Say("At the start of your turn")
	case OnEnd:
		return engine.Say("At the end of your turn")
	case OnRoll:
		return engine.Say("After your roll")
	case OnTravel:
		return engine.Say("When you have traveled")
	case OnCollect:
		return engine.Say("When you have collected a card")
	case OnAbsorb:
		return engine.Say("When you have absorbed")
	}
	return t.inFight()
}

func (t Trigger) inFight() engine.Text {
	switch t {
	case OnAttack:
		return engine.Say("Before your spell deals damage")
	case OnHit:
		return engine.Say("When your spell has dealt damage")
	case OnAttacked:
		return engine.Say("Before an enemy's spell deals damage to you")
	case OnHarmed:
		return engine.Say("When an enemy's spell has dealt damage to you")
	case OnHurt:
		return engine.Say("Before you take any damage")
	case OnSuffered:
		return engine.Say("When you have taken any damage")
	case OnEntered:
		return engine.Say("When an enemy comes to your tile")
	case OnSpell:
		return engine.Say("When an enemy casts a spell")
	}
	return engine.Say("At some time")
}

func (t Trigger) onTile() engine.Text {
	switch t {
	case Always:
		return engine.Say("As long as you are here")
	case OnStart:
		return engine.Say("When your turn starts here")
	case OnEnd:
		return engine.Say("When your turn ends here")
	case OnTravel:
		return engine.Say("When you come here")
	}
	return engine.Text{}
}

func (c Condition) text() engine.Text {
	switch c {
	case InBaseForm:
		return engine.Say("in base form")
	case InShadowForm:
		return engine.Say("in shadow form")
	case OnSameTile:
		return engine.Say("on the same tile")
	case OnOtherTile:
		return engine.Say("on another tile")
	case AtHome:
		return engine.Say("at home")
	case AtOthersHome:
		return engine.Say("at somebody else's home")
	case OnRune:
		return engine.Say("in the middle")
	case WhenLow:
		return engine.Say("with %d hit points or fewer", Health/3)
	case WithEnergy:
		return engine.Say("with full shadow energy")
	case WithoutCurse:
		return engine.Say("without a cursed crystal")
	}
	return engine.Say("the first time in a turn")
}

func (e Effect) deed() engine.Text {
	n := e.Amounts.Text()
	switch e.Does {
	case Deal:
		return engine.Say("%s damage to %s", n, e.target())
	case Heal:
		return engine.Say("heal %s", n)
	case Gain:
		return engine.Say("get %s", e.What.each(e.Amounts))
	case Energize:
		return engine.Say("get %s shadow energy", n)
	case Reduce:
		return engine.Say("%s less damage", n)
	case Limit:
		return engine.Say("at most %s damage", n)
	case Negate:
		return engine.Say("no damage")
	case Reflect:
		return engine.Say("%s of the damage also to the attacker", n)
	case Raise:
		return engine.Say("%s more damage", n)
	case Discount:
		return engine.Say("pay less: %s", e.What.each(e.Amounts))
	case Secure:
		return engine.Say("nobody can change the damage")
	case NoLess:
		return engine.Say("nobody can lessen the damage")
	case Freeze:
		return engine.Say("no travel in the next turn for %s", e.target())
	}
	return e.counted(int(e.Amounts.most()))
}

func (e Effect) counted(n int) engine.Text {
	switch e.Does {
	case Move:
		return engine.Say("move up to {%d tile|%d tiles}", n)
	case Push:
		return engine.Say("move %[2]s up to {%[1]d tile|%[1]d tiles}", n, e.target())
	case Act:
		return engine.Say("{%d action point more|%d action points more}", n)
	case Reroll:
		return engine.Say("reroll up to {%d die|%d dice}", n)
	case Cleanse:
		return engine.Say("remove up to {%d cursed crystal|%d cursed crystals}", n)
	case Stun:
		return engine.Say("{%[1]d die|%[1]d dice} fewer in the next turn for %[2]s", n, e.target())
	case Peek:
		return engine.Say("look at up to {%[1]d face-down card|%[1]d face-down cards} of %[2]s", n, e.target())
	case Draw:
		return engine.Say("take {%d counterspell|%d counterspells} from the pile", n)
	case Farther:
		return engine.Say("your spells reach {%d tile|%d tiles} farther", n)
	}
	return engine.Say("nothing")
}

// Aim returns the target and reach of the effect: its own, or else those in the list of cards.
func (e *Effect) Aim() (Target, Reach) {
	to, reach := e.To, e.Reach
	if to == 0 {
		to = e.Of.Target()
	}
	if to == 0 {
		to = Oneself
	}
	if reach == 0 {
		reach = e.Of.Reach()
	}
	if reach == 0 {
		reach = Anywhere
	}
	return to, reach
}

func (e Effect) target() engine.Text {
	to, reach := e.Aim()
	switch to {
	case OneEnemy:
		return engine.Say("one enemy (%s)", reach.Text())
	case EachOnTile:
		return engine.Say("every enemy on one tile (%s)", reach.Text())
	case EachEnemy:
		return engine.Say("every enemy (%s)", reach.Text())
	case Attacker:
		return engine.Say("the attacker")
	}
	return engine.Say("yourself")
}

// Text explains a reach.
func (r Reach) Text() engine.Text {
	switch r {
	case Here:
		return engine.Say("your tile")
	case HereAndNext:
		return engine.Say("your tile or beside it")
	case Next:
		return engine.Say("beside your tile")
	case UpToTwo:
		return engine.Say("up to 2 tiles away")
	case NextAndTwo:
		return engine.Say("1 or 2 tiles away")
	}
	return engine.Say("anywhere")
}

// Text returns the numbers as people read them.
func (s Steps) Text() engine.Text {
	b, _ := s.MarshalText()
	return engine.Say("%s", engine.Term(b))
}

func (s Steps) most() (n uint8) {
	for _, k := range s {
		n = max(n, k)
	}
	return n
}

func (c Cost) isZero() bool { return c == Cost{} }

// each names the symbols of a cost, each with its number for every step.
func (c Cost) each(times Steps) (all engine.Text) {
	for r, n := range c {
		if n == 0 {
			continue
		}
		one := engine.Say("%s × %s", times.multiplied(n), engine.Term(resourceWords[r]))
		if all.IsZero() {
			all = one
		} else {
			all = engine.Say("%s and %s", all, one)
		}
	}
	return all
}

func (s Steps) multiplied(n uint8) engine.Text {
	text := ""
	for i, k := range s[:s.Number()] {
		if i > 0 {
			text += "/"
		}
		text += fmt.Sprint(int(k) * int(n))
	}
	return engine.Say("%s", engine.Term(text))
}
