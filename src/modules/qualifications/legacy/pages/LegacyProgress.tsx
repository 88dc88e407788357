import { type ReactNode, useEffect, useRef } from 'react'
import { minute } from '#lib/dates.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Link } from '#ui/router/router.tsx'
import type { LegacyApply } from './legacyCalls.ts'

/** Status and open requests, visible to anybody who knows the number and the company. */
export default function LegacyProgress({ of, isNew }: { of: LegacyApply; isNew: boolean }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isNew) message.current!.focus()
  }, [isNew])
  const { auditReason } = of
  return (
    <section className="legacy-progress" aria-label="办理进度">
      <p ref={message} className="legacy-next" role="status" tabIndex={-1}>
        {isNew && <b>已提交，编号 {of.applyNo}。</b>}
        {of.next}
        {of.deadline && keepTogether(`请在 ${of.deadline} 前提交，逾期自动终止。`)}
      </p>
      <dl className="facts">
        <Fact name="办理编号">{of.applyNo}</Fact>
        <Fact name="证书编号">{of.certNo}</Fact>
        <Fact name="状态">
          <b>{of.statusName}</b>
        </Fact>
        <Fact name="提交时间">{minute(of.submitTime)}</Fact>
      </dl>
      {auditReason && (
        <div className="legacy-reasons">
          <h2>{of.canEdit ? '需要更正' : '原因'}</h2>
          {auditReason.reason && <p>{auditReason.reason}</p>}
          {auditReason.items.length > 0 && (
            <ul>
              {auditReason.items.map(({ field, slot, label, text }) => (
                <li key={`${field} ${slot} ${text}`}>
                  <b>{label}</b>：{text}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {of.status === 'approved' && (
        <Link className="button primary" to={`/admin/verify?number=${encodeURIComponent(of.certNo)}`}>
          查验这张证书
        </Link>
      )}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
