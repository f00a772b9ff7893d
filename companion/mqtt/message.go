package mqtt

import (
	"encoding/json"
	"slices"
	"strings"

	"arbiter/companion/spectator"
	"arbiter/engine"
)

// A State is what a broker is told of a spectator.Table, in words for people. Null means that there
// is none.
type State struct {
	V        int             `json:"v"`
	Kind     *string         `json:"kind"` // the game, as files and commands call it
	Game     *string         `json:"game"` // the game, for people
	Running  bool            `json:"running"`
	Round    *int            `json:"round"`
	Phase    *string         `json:"phase"` // a word that is the same in every language
	Stage    *string         `json:"stage"` // the phase, for people
	Turn     *string         `json:"turn"`  // the player that the game waits for, if it is one
	TurnSeat *string         `json:"turn_seat"`
	Waiting  *string         `json:"waiting"` // all players that it waits for
	Prompts  []string        `json:"prompts"`
	Winner   *string         `json:"winner"`
	Seats    map[string]Seat `json:"seats"`
}

// A Seat is a player in a State.
type Seat struct {
	Called string         `json:"called"`
	Tracks map[string]int `json:"tracks"` // by their names, such as level and energy
}

// StateOf returns what a broker is told of a table: a part of it, and nothing else.
func StateOf(t spectator.Table) State {
	s := State{V: t.V, Kind: some(t.Kind), Game: some(t.Title), Running: t.ID != "" && !t.Over, Phase: some(t.Phase), TurnSeat: t.Turn, Prompts: []string{}, Seats: map[string]Seat{}}
	if t.Round > 0 {
		s.Round = &t.Round
	}
	if n := len(t.Stage); n > 0 {
		s.Stage = some(t.Stage[n-1])
	}
	var waiting, winners []string
	for _, p := range t.Seats {
		s.Seats[p.Seat] = Seat{p.Called, p.Tracks}
		if slices.Contains(t.Waiting, p.Seat) {
			waiting = append(waiting, p.Called)
		}
		if slices.Contains(t.Winners, p.Seat) {
			winners = append(winners, p.Called)
		}
	}
	if len(waiting) == 1 {
		s.Turn = &waiting[0]
	}
	for _, p := range t.Prompts {
		s.Prompts = append(s.Prompts, p.Text)
	}
	s.Waiting, s.Winner = some(strings.Join(waiting, ", ")), some(strings.Join(winners, ", "))
	return s
}

func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // it consists of numbers and words
	}
	return text
}

// topics are those of a device with a name at the broker; id is what it is called there.
type topics struct{ id, status, state, config string }

// birth is where Home Assistant says that it has started.
const birth = "homeassistant/status"

func topicsOf(name string) topics {
	id := "arbiter"
	if name != id {
		id += "_" + name
	}
	return topics{id, "arbiter/" + name + "/status", "arbiter/" + name + "/state", "homeassistant/device/" + id + "/config"}
}

// A discovery is the message by which Home Assistant finds a device and all its entities.
type discovery struct {
	Device struct {
		IDs   []string `json:"ids"`
		Name  string   `json:"name"`
		Maker string   `json:"mf"`
		Model string   `json:"mdl"`
		Page  string   `json:"cu,omitempty"`
		SW    string   `json:"sw"`
	} `json:"dev"`
	Origin struct {
		Name string `json:"name"`
		SW   string `json:"sw"`
	} `json:"o"`
	Availability string               `json:"avty_t"`
	State        string               `json:"stat_t"`
	QoS          int                  `json:"qos"`
	Components   map[string]component `json:"cmps"`
}

// A component is an entity. One with nothing but a platform is to be removed.
type component struct {
	Platform   string `json:"p"`
	ID         string `json:"uniq_id,omitempty"`
	Entity     string `json:"default_entity_id,omitempty"`
	Name       string `json:"name,omitempty"`
	Icon       string `json:"ic,omitempty"`
	Class      string `json:"dev_cla,omitempty"`
	Value      string `json:"val_tpl,omitempty"`
	Attributes string `json:"json_attr_t,omitempty"`
	Picked     string `json:"json_attr_tpl,omitempty"`
}

// sensors are those of every game: key never changes, value is a field of State, and attributes an
// object in the language of templates.
var sensors = []struct {
	key, value, icon, attributes string
	name                         engine.Text
}{
	{"game", "game", "mdi:dice-multiple", "{'kind': value_json.kind}", engine.Say("Game")},
	{"round", "round", "mdi:rotate-right", "", engine.Say("Round")},
	{"phase", "stage", "mdi:flag-outline", "{'phase': value_json.phase}", engine.Say("Phase")},
	{"turn", "turn", "mdi:account-arrow-right", "{'seat': value_json.turn_seat}", engine.Say("Turn")},
	{"waiting", "waiting", "mdi:account-clock", "{'prompts': value_json.prompts}", engine.Say("It waits for")},
	{"winner", "winner", "mdi:trophy", "", engine.Say("Winner")},
}

// entities returns what Home Assistant shows of a table.
func (t topics) entities(table spectator.Table, say func(engine.Text) string) map[string]component {
	all := map[string]component{}
	add := func(platform, key string, c component) {
		c.Platform, c.ID, c.Entity = platform, t.id+"_"+key, platform+"."+t.id+"_"+key
		all[key] = c
	}
	for _, s := range sensors {
		c := component{Name: say(s.name), Icon: s.icon, Value: "{{ value_json." + s.value + " }}"}
		if s.attributes != "" {
			c.Attributes, c.Picked = t.state, "{{ "+s.attributes+" | tojson }}"
		}
		add("sensor", s.key, c)
	}
	add("binary_sensor", "running", component{Name: say(engine.Say("A game is on")), Class: "running", Value: "{{ 'ON' if value_json.running else 'OFF' }}"})
	for _, p := range table.Seats {
		for _, track := range table.Tracks {
			add("sensor", "seat_"+p.Seat+"_"+track.Name, component{
				Name: say(engine.Say("%s", engine.Seat(p.Seat))) + ": " + track.Title, Icon: "mdi:counter",
				Value: "{{ value_json.seats.get('" + p.Seat + "', {}).get('tracks', {}).get('" + track.Name + "') }}",
			})
		}
	}
	return all
}

// discovery returns the message about a device with these entities.
func (t topics) discovery(entities map[string]component, program, page string) discovery {
	d := discovery{Availability: t.status, State: t.state, QoS: 1, Components: entities}
	d.Device.IDs, d.Device.Name = []string{t.id}, "Arbiter"+strings.ReplaceAll(strings.TrimPrefix(t.id, "arbiter"), "_", " ")
	d.Device.Maker, d.Device.Model, d.Device.Page, d.Device.SW = "Arbiter", "Referee", page, program
	d.Origin.Name, d.Origin.SW = "arbiter", program
	return d
}
