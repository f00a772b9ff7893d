package datadir

// What lies in a data directory. Whoever writes there takes the name from here.
const (
	LogFile      = "games.db"
	LockName     = ".lock"
	OwnerName    = "owner"
	OwnersName   = "owners.json"
	tokenName    = "api-token"
	SeatsName    = "seats.json"
	RemediesName = "stands.json"
	endedName    = "ended.json"
	layingName   = "laying.json"
	leftName     = "left.json"
	veilsName    = "veils.json"
	ticksName    = "setup.json"
	SealsFolder  = "seals"
	facesFolder  = "faces"
	facesName    = "faces.json"
	coachFolder  = "coach"
	Staged       = "restore.db" // a backup that is put in place with the next start
	BackupFolder = "backup-"    // begins the name of a folder in which a copy lies while it is sent
	DeviceFolder = "device"     // in a backup alone: settings and rigs
)

// A Fate is what becomes of a file of a data directory in a backup of it.
type Fate string

const (
	Carried Fate = "in a backup"
	Secret  Fate = "in no backup: who has a copy could use it"
	Remade  Fate = "in no backup: it is made again"
	Passing Fate = "in no backup: it is left over, or goes with what it was made for"
)

// A Content is a pattern of files, and what becomes of them.
type Content struct {
	Pattern string
	Fate    Fate
}

// Contents are all files that programs write into a data directory, as patterns of path.Match,
// and what becomes of them. The first one that fits counts.
var Contents = []Content{
	{LogFile, Carried},
	{SealsFolder + "/*.before-*", Passing},
	{SealsFolder + "/*", Carried},
	{RemediesName, Carried},
	{endedName, Carried},
	{layingName, Carried},
	{leftName, Carried},
	{veilsName, Carried},
	{ticksName, Carried},
	{facesFolder + "/" + facesName, Carried},
	{facesFolder + "/*.jpg", Carried},
	{OwnerName, Secret},
	{OwnersName, Secret},
	{tokenName, Secret},
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
