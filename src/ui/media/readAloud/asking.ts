const ASKED = 'hangxie:read-aloud'

/** The page is to be read aloud: what reads stands in the frame of the page, and hears this. */
export const askToRead = () => dispatchEvent(new Event(ASKED))

export function whenAsked(heard: () => void) {
  addEventListener(ASKED, heard)
  return () => removeEventListener(ASKED, heard)
}
