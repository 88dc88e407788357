import { Link } from 'react-router'
import type { Info } from './MyProfile.tsx'

/** What was asked for and waits: as it is, and as it shall be. */
export function PendingChange({ pending }: { pending: NonNullable<Info['pending']> }) {
  const { applyId, number, status, statusName, changes, remarks } = pending
  return (
    <section className="centre-card profile-pending" aria-labelledby="pending-change">
      <h2 id="pending-change">
        信息变更{number && ` ${number}`}：{statusName}
      </h2>
      <dl>
        {changes.map(({ field, label, before, after }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              <del>{before || '未填写'}</del> → <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {remarks.map(({ label, text }) => (
        <p key={label + text} className="profile-remark">
          {label}：{text}
        </p>
      ))}
      <p>
        {status === 'submitted' ? '审核通过后自动生效，此前仍使用原信息。' : '请在下面更正后重新提交。'}
        <Link to={`/admin/user/doing/${applyId}`}>查看进度或撤回</Link>
      </p>
    </section>
  )
}
