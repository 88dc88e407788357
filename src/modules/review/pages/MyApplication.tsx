import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Stages, Timeline } from '#ui/Timeline.tsx'
import { Rounds } from './Rounds.tsx'
import '#ui/form/form.css'
import './doing.css'

type Application = Output<ApiContract['GET /member/application/detail']>

/** How far one application is: its stages, what it waits for, everything that was said, and what each round changed. */
export default function MyApplication() {
  const { pathname } = useLocation()
  const answer = useApi('GET /member/application/detail', { id: Number(pathname.split('/').at(-1)) })
  return <States answer={answer}>{of => <Progress of={of} changed={answer.reload} />}</States>
}

function Progress({ of, changed }: { of: Application; changed: () => void }) {
  const isOver = of.waiting.who === 'nobody'
  return (
    <>
      <section className="centre-card">
        <h2>{of.title}</h2>
        <p className="application-facts">
          <span>{of.kindName}</span>
          {of.number && <span>编号 {of.number}</span>}
          <Tag tone={of.waiting.who === 'applicant' ? 'warn' : 'water'}>{of.statusName}</Tag>
        </p>
        <Stages stages={of.stages} />
        <div className="form-actions">
          {of.waiting.who === 'applicant' && (
            <Link className="button primary" to={of.route}>
              去办理
            </Link>
          )}
          {of.canWithdraw && <Withdraw of={of} changed={changed} />}
        </div>
      </section>
      <section className="centre-card">
        <h2>办理记录</h2>
        <Timeline
          events={of.timeline}
          now={isOver ? undefined : { statusName: of.statusName, waiting: of.waiting, deadline: of.deadline }}
        />
      </section>
      <Rounds rounds={of.rounds} card="centre-card" />
    </>
  )
}

/** Asked once more: what is taken back has to be begun anew. */
function Withdraw({ of: { id, version, title }, changed }: { of: Application; changed: () => void }) {
  const [asking, setAsking] = useState(false)
  const { submit, busy, error } = useSubmit('POST /member/application/withdraw')
  const withdraw = async () => {
    if (!(await submit({ id, version }))) return
    setAsking(false)
    changed()
  }
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        撤回申请
      </Button>
      <Modal
        title="撤回这份申请？"
        open={asking}
        onCancel={() => setAsking(false)}
        onOk={() => void withdraw()}
        okText="撤回"
        cancelText="不撤回"
        okButtonProps={{ danger: true, loading: busy }}
        destroyOnHidden
      >
        <p>“{title}”撤回后，这份申请即告终止；以后可以重新申请。</p>
        {error && (
          <p role="alert" className="field-error">
            {error.message}
          </p>
        )}
      </Modal>
    </>
  )
}
