import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { minute } from '#lib/dates.ts'
import { Escalations } from '#ui/Escalations.tsx'
import { History } from '#ui/History.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Work } from './ArticleActs.tsx'
import { toneOf } from './tone.ts'

/** State of the article, its contributors, and the message of the last action. */
export function ArticleStatus({ work, said }: { work: Work; said: string }) {
  const { id, status, statusName, isChanged, isPublic, scheduledFor, deletedAt, reason, review, reviews } = work
  const news = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (said) news.current?.focus()
  }, [said])
  return (
    <>
      <p className="writing-state">
        <Tag tone={deletedAt ? 'bad' : toneOf[status]}>{deletedAt ? '在回收站' : statusName}</Tag>
        {review?.stepName && <Tag tone="water">等待{review.stepName}</Tag>}
        {isPublic && isChanged && <Tag tone="warn">有未发布的修改</Tag>}
        {scheduledFor && (
          <span>
            将于 {minute(scheduledFor)} {isPublic ? '更新' : '发布'}
          </span>
        )}
        {isPublic && (
          <Link to={`/admin/news/list-info/${id}`} target="_blank" rel="noopener">
            查看公开页面
          </Link>
        )}
      </p>
      {deletedAt && <p>{minute(deletedAt)} 放入回收站，30 天后彻底删除。</p>}
      {reason && (
        <p className="writing-reason">
          <b>{status === 'returned' ? '退回的原因' : '下线的原因'}：</b>
          {reason}
        </p>
      )}
      <p className="writing-who">
        {work.createdBy && <span>{work.createdBy} 建立</span>}
        {work.origin && (
          <span>
            由 {work.origin.route ? <Link to={work.origin.route}>{work.origin.name}</Link> : work.origin.name} 生成
          </span>
        )}
        {work.editedBy && work.editedAt && (
          <span>
            {work.editedBy} 于 {minute(work.editedAt)} 修改
          </span>
        )}
        {work.publishedAt && <span>{minute(work.publishedAt)} 发布</span>}
      </p>
      {review?.stepName && review.isBarred && (
        <p>三审由不同的同事办理：您写过、送审过这篇文章，或已办理过这一轮的审核，须由其他同事继续。</p>
      )}
      <Escalations escalations={work.escalations} />
      {reviews.length > 0 && (
        <details className="writing-more" open={Boolean(review?.stepName)}>
          <summary>审核记录（{reviews.length}）</summary>
          <History
            events={reviews
              .map(({ id, round, stepName, resultName, remark, by, at }) => ({
                id,
                at,
                name: `${stepName}${resultName}${round > 1 ? `（第 ${round} 轮）` : ''}`,
                reason: remark,
                actorName: by,
              }))
              .toReversed()}
          />
        </details>
      )}
      <p role="status" ref={news} tabIndex={-1} className="writing-said">
        {said}
      </p>
    </>
  )
}
