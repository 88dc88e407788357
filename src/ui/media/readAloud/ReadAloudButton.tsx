import { Icon } from '#ui/Icon.tsx'
import { askToRead } from './asking.ts'

/** Has the text of the page read aloud. What reads is fetched when it is pressed. */
export const ReadAloudButton = () => (
  <button type="button" className="read-aloud-button" onClick={askToRead}>
    <Icon name="play" size={14} />
    朗读
  </button>
)
