import { shortDay } from '#lib/dates.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Row } from './ArticleRow.tsx'

/** Shows whether a public notice period still runs; empty for other articles. */
export function NoticePeriod({
  row: { noticeEndTime, noticeOpen },
}: {
  row: Pick<Row, 'noticeEndTime' | 'noticeOpen'>
}) {
  if (!noticeEndTime) return null
  return noticeOpen ? <Tag tone="good">{`公示中，至 ${shortDay(noticeEndTime)}`}</Tag> : <Tag>公示已结束</Tag>
}
