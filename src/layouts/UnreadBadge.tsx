import { shortCount } from './unread.ts'
import './unreadBadge.css'

/** Shows nothing while the count is zero or unknown. */
export const UnreadBadge = ({ count }: { count: number | undefined }) =>
  count ? (
    <span className="unread-badge">
      {shortCount(count)}
      <span className="hidden-text">条未读</span>
    </span>
  ) : null
