package datadir

// Names of files in a data directory, for everybody who writes there.
const (
	LogFile       = "games.db"
	LockName      = ".lock"
	OwnerName     = "owner"
	OwnersName    = "owners.json"
	tokenName     = "api-token"
	passwordName  = "mqtt-password"
	hubName       = "hub.json"
	SeatsName     = "seats.json"
	RemediesName  = "stands.json"
	endedName     = "ended.json"
	layingName    = "laying.json"
	leftName      = "left.json"
	concealedName = "veils.json"
	ticksName     = "setup.json"
	SealsFolder   = "seals"
	clocksFolder  = "clocks"
	facesFolder   = "faces"
	facesName     = "faces.json"
	coachFolder   = "coach"
	Staged        = "restore.db" // a backup that is restored at the next start
	BackupFolder  = "backup-"    // prefix of a folder that holds a copy while it is sent
	DeviceFolder  = "device"     // settings and rigs; in backups only
)

// A Fate is what a backup does with a file of a data directory.
type Fate string

const (
	Carried Fate = "in a backup"
	Secret  Fate = "in no backup: who has a copy could use it" // #nosec G101 -- it is a sentence
	Remade  Fate = "in no backup: it is made again"
	Passing Fate = "in no backup: it is left over, or goes with what it was made for"
)

// A Content is a pattern of files and their Fate.
type Content struct {
	Pattern string
	Fate    Fate
}

// Contents are all files that programs write to a data directory, as patterns of path.Match, with
// their fate. The first match counts.
var Contents = []Content{
	{LogFile, Carried},
	{SealsFolder + "/*.before-*", Passing},
	{SealsFolder + "/*", Carried},
	{clocksFolder + "/*.new", Passing},
	{clocksFolder + "/*", Carried},
	{RemediesName, Carried},
	{endedName, Carried},
	{layingName, Carried},
	{leftName, Carried},
	{concealedName, Carried},
	{ticksName, Carried},
	{facesFolder + "/" + facesName, Carried},
	{facesFolder + "/*.jpg", Carried},
	{OwnerName, Secret},
	{OwnersName, Secret},
	{tokenName, Secret},
	{passwordName, Secret},
	{hubName, Secret},
	{SeatsName, Secret},
	{"authority.pem", Secret},
	{coachFolder + "/*.json", Remade},
	{LockName, Remade},
	{LogFile + "*", Passing},
	{Staged + "*", Passing},
	{"*.before-*", Passing},
	{facesFolder + "/*.before-*", Passing},
	{"panel.png", Remade},
}
