import './profile.css'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { lostMessage, pendingMessage } from '../claiming/claiming.ts'
import type { Route } from './+types/MyProfile'
import { ProfileForm } from './ProfileForm.tsx'

export { myProfile as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/org/info', {}))

export type Info = Output<ApiContract['GET /member/org/info']>

/** Message after an action; after the first completion it links to the next step. */
export type Done = { words: string; isFirst?: boolean }
const NOTHING: Done = { words: '' }

/** 资料: who the account is of; said once, kept up to date, and looked at by the association where it matters. */
export default function MyProfile({ loaderData: info }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const [told, setTold] = useState<{ done: Done; before: Info }>()
  const line = useRef<HTMLParagraphElement>(null)
  // Shown only after the reload, so that the user does not go on typing in a form that is about to be replaced.
  const done = told && told.before !== info ? told.done : NOTHING
  const saved = (is: Done) => {
    setTold({ done: is, before: info })
    void revalidate()
  }
  useEffect(() => {
    if (done.words) line.current?.focus()
  }, [done])
  return (
    <>
      <p ref={line} className="profile-done" role="status" tabIndex={-1}>
        {done.words}
      </p>
      {info.claim !== 'none' && <Unproved {...info} />}
      {info.claim === 'none' && !info.isComplete && <Welcome {...info} />}
      {done.isFirst && (
        <p>
          <Link to="/admin/user/membership">下一步：申请入会</Link>
        </p>
      )}
      {info.pending && <PendingChange pending={info.pending} />}
      {info.claim === 'none' && (
        // Another version is another form: nothing of the old one is left in it.
        <ProfileForm key={info.version ?? 'new'} info={info} saved={saved} typing={() => setTold(undefined)} />
      )}
    </>
  )
}

/** 待核实: the company's record is not shown, and another one not made. */
const Unproved = ({ claim }: Info) => (
  <section className="centre-card">
    <h2>单位待核实</h2>
    <p>{claim === 'lost' ? lostMessage : pendingMessage}</p>
    {claim === 'pending' && (
      <p className="form-actions">
        <Link className="button primary" to="/admin/user/membership?claim=1">
          去核实单位
        </Link>
      </p>
    )}
  </section>
)

const Welcome = ({ accountType }: Info) => (
  <section className="centre-card">
    <h2>请先完善资料</h2>
    <p>
      入会、认领证书和其他业务都以这份资料为准，填写一次即可。
      {accountType === 'organisation'
        ? '单位名称与统一社会信用代码须与营业执照或法人登记证书一致。'
        : '姓名与证件须一致。'}
    </p>
    <p>
      以前已入会或已有证书的，请不要重新登记，直接<Link to="/admin/user/membership?claim=1">认领会员或证书</Link>。
    </p>
  </section>
)

function PendingChange({ pending }: { pending: NonNullable<Info['pending']> }) {
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
