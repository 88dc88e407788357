import { Icon } from '#ui/Icon.tsx'
import { requestReadAloud } from './readAloudEvents.ts'

/** Has the text of the page read aloud. What reads is fetched when it is pressed. */
export const ReadAloudButton = () => (
  <button type="button" className="read-aloud-button" onClick={requestReadAloud}>
    <Icon name="play" size={14} />
    朗读
  </button>
)
