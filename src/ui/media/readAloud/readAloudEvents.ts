const READ_ALOUD_EVENT = 'hangxie:read-aloud'

/** The page is to be read aloud: what reads stands in the frame of the page, and hears this. */
export const requestReadAloud = () => dispatchEvent(new Event(READ_ALOUD_EVENT))

export function onReadAloudRequest(heard: () => void) {
  addEventListener(READ_ALOUD_EVENT, heard)
  return () => removeEventListener(READ_ALOUD_EVENT, heard)
}
