import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Loading } from '#ui/States.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useSelection } from '#ui/table/useSelection.ts'
import { channelNames, type OutboxState, outboxStateNames } from '../outboxWords.ts'

type Page = Output<ApiContract['GET /staff/outbox/list']>
type Sent = Page['list'][number]
export type OutboxFilters = Input<ApiContract['GET /staff/outbox/export']>

const tones: Record<OutboxState, Tone> = {
  queued: 'warn',
  sent: 'good',
  failed: 'bad',
  expired: 'plain',
  stopped: 'plain',
}
const options = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }))

export function OutboxList({ page, filter }: { page: Page; filter: OutboxFilters }) {
  const answer = useLoaded(page)
  const selection = useSelection<Sent>({
    rows: page.list,
    filters: filter,
    keyOf: ({ id }) => id,
    nameOf: ({ to, subject }) => `${subject} ${to}`,
    pageOf: asked => browserApi('GET /staff/outbox/list', { ...filter, ...asked }),
  })
  const [read, setRead] = useState<Sent>()
  const resend = useSubmit('POST /staff/outbox/resend')
  const stop = useSubmit('POST /staff/outbox/stop')
  const rows = selection.rows.filter(({ isCode }) => !isCode)
  const idsIn = (...states: OutboxState[]) => rows.filter(({ state }) => states.includes(state)).map(({ id }) => id)
  const [again, waiting] = [idsIn('failed', 'stopped'), idsIn('queued')]
  const act = async (by: typeof resend | typeof stop, what: { ids: number[] } | { all: true }, done: string) => {
    const parts = 'all' in what ? [what] : inParts(what.ids)
    let count = 0
    for (const part of parts) count += (await by.submit(part))?.count ?? 0
    if (count) announce(`${done} ${count} 条`)
    selection.clear()
    answer.reload()
  }
  const problem = resend.error ?? stop.error
  return (
    <section className="desk-card">
      <h2 className="hidden-text">短信与邮件</h2>
      <Problem>{problem?.message}</Problem>
      <DataTable<Sent>
        caption="短信与邮件"
        answer={answer}
        unit="条"
        empty={{ title: '还没有发出短信或邮件', children: <p>系统发出的短信和邮件都会列在这里。</p> }}
        filters={[
          { name: 'words', label: '标题或号码尾号', kind: 'text' },
          { name: 'channel', label: '方式', options: options(channelNames) },
          { name: 'state', label: '状态', options: options(outboxStateNames) },
          { name: 'from', label: '从', kind: 'day' },
          { name: 'to', label: '到', kind: 'day' },
        ]}
        save={() => saveFile('GET /staff/outbox/export', filter)}
        selection={selection}
        actions={
          <>
            <Button disabled={again.length === 0} onClick={() => void act(resend, { ids: again }, '已重新排队')}>
              重发所选（{again.length}）
            </Button>
            <Button disabled={waiting.length === 0} onClick={() => void act(stop, { ids: waiting }, '已停止')}>
              停止所选（{waiting.length}）
            </Button>
            {filter.state === 'failed' && page.total > 0 && (
              <Button onClick={() => void act(resend, { all: true }, '已重新排队')}>重发全部失败的</Button>
            )}
          </>
        }
        columns={[
          { name: '时间', cell: ({ createdAt }) => minute(createdAt), nowrap: true },
          { name: '方式', cell: ({ channelName }) => channelName, nowrap: true },
          { name: '接收人', cell: ({ to }) => to, nowrap: true },
          { name: '标题', cell: ({ subject }) => subject || '—' },
          {
            name: '状态',
            cell: ({ state, stateName, error, attempts }) => (
              <>
                <Tag tone={tones[state]}>{stateName}</Tag>
                {state !== 'sent' && error && (
                  <small>
                    第 {attempts} 次：{error}
                  </small>
                )}
              </>
            ),
          },
          { name: '发出', cell: ({ sentAt }) => (sentAt ? minute(sentAt) : '—'), nowrap: true },
          {
            name: '正文',
            cell: one =>
              one.isCode ? (
                '不予显示'
              ) : (
                <Button onClick={() => setRead(one)}>
                  查看
                  <span className="hidden-text">
                    ：{one.subject} {one.to}
                  </span>
                </Button>
              ),
            nowrap: true,
          },
        ]}
      />
      {read && <OutboxText id={read.id} close={() => setRead(undefined)} />}
    </section>
  )
}

const MAX_IDS_PER_CALL = 500
const inParts = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS_PER_CALL) }, (_, i) => ({
    ids: ids.slice(i * MAX_IDS_PER_CALL, (i + 1) * MAX_IDS_PER_CALL),
  }))

type Shown = { subject: string; text: string }

/** The words that went out; who reads them leaves a line in the audit log. */
function OutboxText({ id, close }: { id: number; close: () => void }) {
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    browserApi('POST /staff/outbox/text', { id }).then(setShown, error => setProblem(toRefusal(error).message))
  }, [id])
  return (
    <Modal title={shown?.subject || '正文'} open onCancel={close} footer={null}>
      <p className="outbox-note">查看已记入审计日志。</p>
      {problem && <p role="alert">{problem}</p>}
      {shown ? <p className="outbox-text">{shown.text}</p> : !problem && <Loading lines={2} />}
    </Modal>
  )
}
