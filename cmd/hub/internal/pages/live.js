// Puts each board that comes in the place of the one before; the browser asks again by itself.
const boards = document.querySelector('.boards')
new EventSource(boards.dataset.stream).onmessage = e => {
	const made = document.createElement('template')
	made.innerHTML = e.data
	const board = made.content.firstElementChild
	const old = document.getElementById(board.id)
	if (old) return old.replaceWith(board)
	boards.insertBefore(board, [...boards.children].find(b => b.id > board.id) ?? null)
}
