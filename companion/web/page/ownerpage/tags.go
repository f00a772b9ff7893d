package ownerpage

// Tags is the list of tags that have names, or a single one of them.
type Tags struct {
	Closed  string // why nothing is shown; usually ""
	Query   string
	Found   string
	All     int
	Groups  []TagGroup
	One     *TagRow // nil on the page of all tags
	Choices []TagChoices
	Looked  *TagPlan
	Taken   string // how many tags a list has just changed; usually ""
}

// A TagGroup is a pile of cards with tags.
type TagGroup struct {
	Title string
	Tags  []TagRow
}

// A TagRow is a tag with its card.
type TagRow struct {
	UID, Card, Words string
	From, When       string
	Href             string
}

// TagChoices are cards that a tag may be.
type TagChoices struct {
	Title string
	Cards []Pick
}

// A TagPlan is what a list would change.
type TagPlan struct {
	ID, Files string
	Faults    []string
	Changes   []TagChange
	Known     string
	Against   bool // it contradicts what is known
}

// A TagChange is what a list would change about a tag.
type TagChange struct {
	UID, Text, Chip string
	Against         bool
}
