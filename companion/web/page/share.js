// The picture of a result is drawn by the device as SVG and made a PNG here, which every program
// takes: it is handed to the sharing of the phone where the page is trusted, else downloaded.
// Without a script it is downloaded as it is.
async function resultPicture(link) {
	const picture = new Image();
	picture.src = link.getAttribute("href") + (isLight() ? "?theme=light" : "");
	await picture.decode();
	const canvas = document.createElement("canvas");
	[canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
	canvas.getContext("2d").drawImage(picture, 0, 0);
	const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
	return new File([png], "arbiter.png", { type: "image/png" });
}

document.addEventListener("click", async (e) => {
	const link = e.target.closest("#share-result");
	if (!link) return;
	e.preventDefault();
	let file;
	try {
		file = await resultPicture(link);
		if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] });
	} catch (error) {
		if (error.name === "AbortError") return; // nobody was chosen
	}
	const save = document.createElement("a");
	save.href = file ? URL.createObjectURL(file) : link.href;
	save.download = file?.name ?? "";
	save.click();
	setTimeout(() => URL.revokeObjectURL(save.href), 60000);
});
