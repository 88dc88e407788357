import { shortCount } from './unread.ts'
import './unreadBadge.css'

/** Nothing where nothing is unread, or not yet known. */
export const UnreadBadge = ({ count }: { count: number | undefined }) =>
  count ? (
    <span className="unread-badge">
      {shortCount(count)}
      <span className="hidden-text">条未读</span>
    </span>
  ) : null
