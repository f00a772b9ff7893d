package web

// Records gives games out of the device and takes them in.
type Records interface{}
