package castingshadows

import "arbiter/engine"

// actionRow lists what an action point buys, in the order of the rulebook.
var actionRow = []engine.Act{
	{Icon: "move", Title: engine.Say("Travel"), Verbs: []string{"travel"}, None: engine.Say("No tile is next to yours.")},
	{Icon: "deal", Title: engine.Say("Cast"), Verbs: []string{"cast"}, None: engine.Say("No spell in your book can be cast now.")},
	{Icon: "book", Title: engine.Say("Collect"), Verbs: []string{"collect", "collect-counterspell"}, None: engine.Say("Nothing that you can pay lies beside your tile.")},
	{Icon: "reroll", Title: engine.Say("Reroll"), Verbs: []string{"reroll"}, None: engine.Say("There is no die to reroll.")},
	{Icon: "shield", Title: engine.Say("Protect"), Verbs: []string{"protect"}, None: engine.Say("There is no cursed crystal in your pool.")},
	{Icon: "swap", Title: engine.Say("Refresh"), Verbs: []string{"refresh"}, None: engine.Say("No card of the main deck lies beside your tile.")},
}
