import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict, useApi, useSubmit } from '#api/useApi.ts'
import { choicesIn, type FormValues } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { AwardRound, RoundParts } from './StaffAwardRound.tsx'

type Entry = AwardRound['entries'][number] & { id: number }

export function StaffAwardRoundEntries({ of, changed }: RoundParts) {
  const { id, version } = of
  const [rows, order] = useState<Entry[]>(of.entries.map(one => ({ ...one, id: one.entryId })))
  const [adding, add] = useState(false)
  const [removing, remove] = useState<Entry>()
  const write = useSubmit('POST /staff/award/round/entries')
  const draw = useSubmit('POST /staff/award/round/draw')
  const isMoved = rows.some(({ entryId }, i) => entryId !== of.entries[i]?.entryId)
  const move = (row: Entry, position: number) => {
    const others = rows.filter(one => one.id !== row.id)
    order(others.toSpliced(position - 1, 0, row))
    announce(`${row.name}：第 ${position} 个`)
  }
  const drag = useDrag<Entry>((dragged, onto) => move(dragged, rows.indexOf(onto) + 1))
  const save = async () => {
    if (!(await write.submit({ id, version, entryIds: rows.map(({ entryId }) => entryId) }))) return
    announce('次序已保存')
    changed()
  }
  const byLot = async () => {
    if (!(await draw.submit({ id, version }))) return
    announce('已抽签决定次序')
    changed()
  }
  const error = write.error ?? draw.error
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>申报与次序</h2>
        <span className="form-actions">
          <Button onClick={() => add(true)}>增加申报</Button>
          <Button loading={draw.busy} onClick={() => void byLot()}>
            抽签排次序
          </Button>
        </span>
      </div>
      {of.drawSeed && <p className="round-seed">次序由抽签决定，种子 {of.drawSeed}</p>}
      <Problem>{error?.message}</Problem>
      <Movable rows={rows} label="申报，按次序" move={move} drag={drag}>
        {row => <EntryRow of={of} row={row} remove={rows.length > 1 ? () => remove(row) : undefined} />}
      </Movable>
      {isMoved && (
        <div className="form-actions">
          <Button type="primary" loading={write.busy} onClick={() => void save()}>
            保存次序
          </Button>
          <Button onClick={() => order(of.entries.map(one => ({ ...one, id: one.entryId })))}>恢复原来的次序</Button>
        </div>
      )}
      {adding && <Add of={of} changed={changed} close={() => add(false)} />}
      {removing && <Remove of={of} changed={changed} entry={removing} close={() => remove(undefined)} />}
    </section>
  )
}

const EntryRow = ({ of, row, remove }: { of: AwardRound; row: Entry; remove?: () => void }) => (
  <div className="round-entry">
    <div>
      <Link to={`/staff/review/${row.applicationId}`}>{row.name}</Link>
      <span className="cell-note">
        {[row.number, row.applicant, row.groupName, row.levelWantedName && `申报${row.levelWantedName}`]
          .filter(Boolean)
          .join('　')}
      </span>
      {row.recusals.map(({ expertId, name, reasons, sourceName }) => (
        <p key={expertId} className="round-conflict">
          <b>{name}回避</b>（{sourceName}）　{reasons.join('；')}
        </p>
      ))}
    </div>
    <span className="round-count">
      {row.isOut ? (
        <Tag>{row.statusName}</Tag>
      ) : (
        <Tag tone={row.experts < of.leastScores ? 'bad' : row.submitted === row.experts ? 'good' : 'plain'}>
          {of.state === 'planned' ? `${row.experts} 位专家` : `已评 ${row.submitted} / ${row.experts}`}
        </Tag>
      )}
      {remove && (
        <Button onClick={remove} aria-label={`移出 ${row.name}`}>
          移出
        </Button>
      )}
    </span>
  </div>
)

const because = { name: 'reason', label: '理由', kind: 'paragraph' as const, section: '', required: true, max: 300 }

function Add({ of, changed, close }: RoundParts & { close: () => void }) {
  const { data = [] } = useApi('GET /staff/award/round/candidates', { callId: of.callId, id: of.id })
  const known = of.entries.map(({ entryId }) => entryId)
  const free = data.filter(
    ({ entryId, groupCode }) => !known.includes(entryId) && (!of.groupCode || groupCode === of.groupCode),
  )
  const send = async (values: FormValues) => {
    const entryIds = [...known, ...choicesIn(values, 'entries').map(Number)]
    await browserApi('POST /staff/award/round/entries', {
      id: of.id,
      version: of.version,
      entryIds,
      reason: String(values.reason ?? ''),
    }).catch(error => reloadOnConflict(error, changed))
    announce('已增加申报')
    changed()
  }
  return (
    <FormDialog
      title="增加申报"
      intro={free.length === 0 && <p>没有可以增加的申报：都已在本轮或别的轮次里。</p>}
      fields={[
        {
          name: 'entries',
          label: '申报',
          kind: 'choices',
          section: '',
          required: true,
          options: free.map(({ entryId, name, applicant }) => ({
            code: String(entryId),
            name: `${name}（${applicant}）`,
          })),
        },
        ...(of.state === 'open' ? [because] : []),
      ]}
      action="增加"
      disabled={free.length === 0}
      send={send}
      close={close}
    />
  )
}

function Remove({ of, changed, entry, close }: RoundParts & { entry: Entry; close: () => void }) {
  const send = async ({ reason }: FormValues) => {
    const entryIds = of.entries.map(({ entryId }) => entryId).filter(id => id !== entry.entryId)
    await browserApi('POST /staff/award/round/entries', {
      id: of.id,
      version: of.version,
      entryIds,
      reason: String(reason ?? ''),
    }).catch(error => reloadOnConflict(error, changed))
    announce(`已移出：${entry.name}`)
    changed()
  }
  return (
    <FormDialog
      title={`移出“${entry.name}”？`}
      intro={<p>{of.state === 'open' ? '这一项已有的评分不再计入，专家会收到消息。' : '移出后可以列入别的轮次。'}</p>}
      fields={of.state === 'open' ? [because] : []}
      action="移出"
      danger
      send={send}
      close={close}
    />
  )
}
