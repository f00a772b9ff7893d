package service

import (
	"context"

	"arbiter/companion/history"
	"arbiter/companion/taglist"
	"arbiter/companion/web"
)

// tags are the tags that have names, for the pages.
type tags struct{ *Service }

var _ web.Tags = tags{}

// List returns the tags, unless a game can still go on.
func (t tags) List() ([]history.Tag, error) {
	open, err := t.open()
	if err != nil {
		return nil, err
	}
	if open {
		return nil, taglist.ErrOpen
	}
	list, err := t.DB.TagList()
	return taglist.Real(list), err
}

// Change names tags, or removes names, unless a game can still go on.
func (t tags) Change(ctx context.Context, list []history.Tag) error {
	if _, err := t.List(); err != nil {
		return err
	}
	return t.App.NameTags(ctx, list)
}
