import { Button, Checkbox, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { BulkProgress, BulkResults } from '#ui/table/BulkResults.tsx'
import { partsOf, useBulk } from '#ui/table/useBulk.ts'
import type { Subject } from './caseDecisions.ts'

type Assigned = Pick<Subject, 'id' | 'title'>
type Props = {
  of: Assigned[]
  /** The colleague onto whom they were dragged. */
  to?: number
  onClose: () => void
  onDone: () => void
}
type Colleague = Output<ApiContract['GET /staff/review/assignable']>['colleagues'][number]
type Undo = Input<ApiContract['POST /staff/review/assign/undo']>['items']

/** Lays applications on the desk of one colleague, or evenly on those of several; what was done can be undone here. */
export function StaffAssign({ of, to, onClose, onDone }: Props) {
  const answer = useApi('GET /staff/review/assignable', { ids: of.map(({ id }) => id).join(',') })
  const title = of.length === 1 ? `指派：${of[0]!.title}` : `指派 ${of.length} 份申请`
  return (
    <Modal title={title} open onCancel={onClose} footer={null}>
      <States answer={answer}>
        {({ colleagues }) => <Assigning of={of} to={to} colleagues={colleagues} onClose={onClose} onDone={onDone} />}
      </States>
    </Modal>
  )
}

function Assigning({ of, to, colleagues, onClose, onDone }: Props & { colleagues: readonly Colleague[] }) {
  const me = useStaff()
  const isAble = (id: number) => colleagues.some(one => one.id === id && one.may > 0)
  const [chosen, choose] = useState([to ?? me.id].filter(isAble))
  const [isNobody, setNobody] = useState(false)
  const [moves, setMoves] = useState<Undo>([])
  const [problem, setProblem] = useState<string>()
  const assigneeIds = isNobody ? [] : chosen
  const bulk = useBulk<Assigned>({
    rows: of,
    idOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    changed: onDone,
    send: async some => {
      const done = await browserApi('POST /staff/review/distribute', { ids: some.map(({ id }) => id), assigneeIds })
      setMoves(known => [...known, ...done.flatMap(({ id, move }) => (move ? [{ id, ...move }] : []))])
      return done
    },
  })
  const { results, error, busy } = bulk
  /** Takes the assignment back, as long as nobody else has moved the applications on. */
  const undo = async () => {
    try {
      const all = []
      for (const items of partsOf(moves)) all.push(...(await browserApi('POST /staff/review/assign/undo', { items })))
      onDone()
      setMoves([])
      const failed = all.filter(({ done }) => !done)
      if (failed.length > 0)
        setProblem(`撤销了 ${all.length - failed.length} 份；${failed.length} 份没有撤销：${failed[0]!.message}`)
      else {
        announce(`已撤销 ${all.length} 份申请的指派`)
        onClose()
      }
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  if (results)
    return (
      <>
        {moves.length > 0 && <p>已指派：{summaryOf(moves, colleagues)}。</p>}
        <BulkResults
          unit="份"
          results={results}
          close={onClose}
          undo={moves.length > 0 ? () => void undo() : undefined}
        />
        <Problem>{problem}</Problem>
      </>
    )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    await bulk.run()
  }
  const isReady = isNobody || chosen.length > 0
  return (
    <form onSubmit={send} noValidate>
      <fieldset className="assign-choice">
        <legend>负责人{of.length > 1 && '（选几位时平均分给他们）'}</legend>
        {colleagues.map(({ id, name, may, open }) => (
          <Checkbox
            key={id}
            disabled={may === 0}
            checked={!isNobody && chosen.includes(id)}
            onChange={event => {
              setNobody(false)
              choose(event.target.checked ? [...chosen, id] : chosen.filter(one => one !== id))
            }}
          >
            {id === me.id ? `${name}（我）` : name}
            <small>
              {may === 0 ? '这些申请现在不由其岗位办理' : may < of.length ? `可办理其中 ${may} 份` : '可以办理'}，手上{' '}
              {open} 份
            </small>
          </Checkbox>
        ))}
        <Checkbox checked={isNobody} onChange={event => setNobody(event.target.checked)}>
          不指派给任何人
        </Checkbox>
      </fieldset>
      <p role="status">
        {tellingOf(of.length, isNobody ? 'nobody' : colleagues.filter(({ id }) => chosen.includes(id)), me.id)}
      </p>
      <Problem>{error?.message}</Problem>
      <BulkProgress {...bulk} />
      <div className="form-actions">
        <Button type="primary" htmlType="submit" loading={busy} disabled={!isReady}>
          {of.length > 1 && chosen.length > 1 && !isNobody ? `平均分给 ${chosen.length} 位同事` : '指派'}
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </form>
  )
}

/** Says whom it will tell, before it is done. Staff are told in their inbox only. */
function tellingOf(count: number, to: readonly Colleague[] | 'nobody', me: number): string {
  if (to === 'nobody') return '不通知任何人；原来的负责人不再负责。'
  if (to.length === 0) return '选好负责人以后，这里写明会通知谁。'
  const others = to.filter(({ id }) => id !== me)
  const told = others.length > 0 ? `${others.map(({ name }) => name).join('、')}收到一条站内消息。` : '不通知任何人。'
  if (to.length === 1) return told
  return `每人约 ${Math.floor(count / to.length)} 至 ${Math.ceil(count / to.length)} 份；${told}`
}

/** 冉星河 17 份，石砚 17 份 */
function summaryOf(moves: Undo, colleagues: readonly Colleague[]): string {
  const ids = [...new Set(moves.map(({ assigneeId }) => assigneeId))]
  return ids
    .map(id => {
      const name = id === null ? '不再指派' : (colleagues.find(one => one.id === id)?.name ?? '')
      return `${name} ${moves.filter(({ assigneeId }) => assigneeId === id).length} 份`
    })
    .join('，')
}
