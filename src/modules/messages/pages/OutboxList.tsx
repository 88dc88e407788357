import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Loading } from '#ui/States.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { outboxFilters } from '../outboxFilters.ts'
import type { OutboxState } from '../outboxWords.ts'
import { outbox } from './registers.ts'

const tones: Record<OutboxState, Tone> = {
  queued: 'warn',
  sent: 'good',
  written: 'warn',
  skipped: 'bad',
  failed: 'bad',
  expired: 'plain',
  stopped: 'plain',
  trial: 'warn',
}

type Loaded = Awaited<ReturnType<typeof outbox.load>>
type Sent = Loaded['page']['list'][number]

export function OutboxList({ loaded }: { loaded: Loaded }) {
  const { asked, page } = loaded
  const { reload } = useLoaded(page)
  const [read, setRead] = useState<Sent>()
  const resend = useSubmit('POST /staff/outbox/resend')
  const stop = useSubmit('POST /staff/outbox/stop')
  const act = async (by: typeof resend | typeof stop, what: { ids: number[] } | { all: true }, name: string) => {
    const parts = 'all' in what ? [what] : inParts(what.ids)
    let count = 0
    for (const part of parts) count += (await by.submit(part))?.count ?? 0
    if (count) announce(`${name} ${count} 条`)
  }
  const problem = resend.error ?? stop.error
  return (
    <>
      <RegisterTable
        of={outbox}
        loaded={loaded}
        filters={registerFilters(outboxFilters, {})}
        empty={{ title: '还没有发出短信或邮件', children: <p>系统发出的短信和邮件都会列在这里。</p> }}
        above={<Problem>{problem?.message}</Problem>}
        actions={
          asked.state === 'failed' &&
          page.total > 0 && (
            <Button onClick={() => void act(resend, { all: true }, '已重新排队').then(reload)}>重发全部失败的</Button>
          )
        }
        acts={(rows, done) => {
          const [again, waiting] = [idsIn(rows, 'failed', 'stopped', 'skipped', 'written'), idsIn(rows, 'queued')]
          return (
            <>
              <Button
                disabled={again.length === 0}
                onClick={() => void act(resend, { ids: again }, '已重新排队').then(done)}
              >
                重发所选（{again.length}）
              </Button>
              <Button
                disabled={waiting.length === 0}
                onClick={() => void act(stop, { ids: waiting }, '已停止').then(done)}
              >
                停止所选（{waiting.length}）
              </Button>
            </>
          )
        }}
        cells={{
          stateName: ({ state, stateName, error, attempts }) => (
            <>
              <Tag tone={tones[state]}>{stateName}</Tag>
              {state !== 'sent' && error && (
                <small>
                  第 {attempts} 次：{error}
                </small>
              )}
            </>
          ),
          isCode: one =>
            one.isCode ? (
              one.cells.isCode
            ) : (
              <Button onClick={() => setRead(one)}>
                查看
                <span className="hidden-text">
                  ：{one.subject} {one.to}
                </span>
              </Button>
            ),
        }}
      />
      {read && <OutboxText id={read.id} close={() => setRead(undefined)} />}
    </>
  )
}

const idsIn = (rows: readonly Sent[], ...states: OutboxState[]) =>
  rows.filter(({ isCode, state }) => !isCode && states.includes(state)).map(({ id }) => id)

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
