/**
 * Gives back the address of a file in memory. What has just been shown or saved may not have been read yet, and would
 * fail without its address: the browser is left a minute.
 */
export function releaseLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves it to the visitor's disk. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  releaseLater(url)
}
