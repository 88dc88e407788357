import './mailing.css'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { deliveryStates, type MailingState, outboxStateNames } from '../outboxWords.ts'
import { ComposeMailing } from './ComposeMailing.tsx'

type Mailing = Output<ApiContract['GET /staff/mailing/list']>['list'][number]

const tones: Record<MailingState, Tone> = { scheduled: 'water', sending: 'warn', sent: 'good', stopped: 'plain' }
const POLL_INTERVAL_MS = 5_000

/** 群发: what was written to many, how far it has come, and a new one. */
export function Mailings() {
  const { pageNum, pageSize } = useFilters()
  const answer = useApi('GET /staff/mailing/list', { pageNum, pageSize })
  const [query, setQuery] = useSearchParams()
  const composing = query.has('new')
  const compose = (isNew: boolean) => setQuery(isNew ? { tab: 'mailings', new: '1' } : { tab: 'mailings' })
  const [shown, show] = useState<number>()
  const { submit, busy, error } = useSubmit('POST /staff/mailing/stop')
  const { reload } = answer
  const isUnderWay = answer.data?.list.some(({ state }) => state !== 'sent' && state !== 'stopped')
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(reload, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, reload])
  const stop = async (id: number) => {
    const stopped = await submit({ id })
    if (stopped) announce(`已停止，此前已通知 ${stopped.told} 个账号`)
    reload()
  }
  return (
    <section className="desk-card">
      <h2>群发记录</h2>
      <Problem>{error?.message}</Problem>
      <DataTable<Mailing>
        caption="群发记录"
        answer={answer}
        unit="次"
        empty={{
          title: '还没有群发过消息',
          children: <p>点“写群发消息”，选择会员、证书即将到期的持证者或某个培训班的报名者。</p>,
        }}
        actions={
          <Button type="primary" onClick={() => compose(true)}>
            写群发消息
          </Button>
        }
        columns={[
          {
            name: '标题',
            cell: ({ id, title }) => (
              <Button type="link" className="mailing-title" onClick={() => show(id)}>
                {title}
              </Button>
            ),
          },
          { name: '对象', cell: ({ audience }) => audience },
          { name: '方式', cell: ({ sms, mail }) => ['站内', sms && '短信', mail && '邮件'].filter(Boolean).join('、') },
          {
            name: '进度',
            cell: ({ state, stateName, scheduledFor, told, total }) => (
              <>
                <Tag tone={tones[state]}>{stateName}</Tag>{' '}
                {state === 'scheduled' && scheduledFor ? minute(scheduledFor) : `${told} / ${total}`}
              </>
            ),
            nowrap: true,
          },
          { name: '发起', cell: ({ createdName, createdAt }) => `${createdName} ${minute(createdAt)}` },
          {
            name: '操作',
            cell: ({ id, state, title }) =>
              state === 'sending' || state === 'scheduled' ? (
                <Button loading={busy} onClick={() => void stop(id)}>
                  {state === 'scheduled' ? '取消' : '停止'}
                  <span className="hidden-text">：{title}</span>
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      {shown !== undefined && <MailingDetail id={shown} close={() => show(undefined)} />}
      {composing && <ComposeMailing close={() => compose(false)} sent={reload} />}
    </section>
  )
}

type Detail = Output<ApiContract['GET /staff/mailing/detail']>

function MailingDetail({ id, close }: { id: number; close: () => void }) {
  const answer = useApi('GET /staff/mailing/detail', { id })
  return (
    <Modal title={answer.data?.title ?? '群发消息'} open onCancel={close} footer={null}>
      <States answer={answer} lines={6}>
        {of => (
          <>
            <Facts
              facts={[
                ['对象', of.audience],
                ['状态', of.scheduledFor ? `${of.stateName}，定于 ${minute(of.scheduledFor)}` : of.stateName],
                ['站内消息', `通知 ${of.told} / ${of.total} 个账号，${of.read} 个已读`],
                ['短信', of.sms ? inWords(of.texts) : '不发'],
                ['邮件', of.mail ? inWords(of.mails) : '不发'],
                ['附件', of.files.map(({ name, size }) => `${name}（${fileSize(size)}）`).join('、') || '无'],
              ]}
            />
            <p className="mailing-text">{of.content}</p>
            {of.smsText && <p className="mailing-text">短信：{of.smsText}</p>}
          </>
        )}
      </States>
    </Modal>
  )
}

const inWords = (states: Detail['texts']): string =>
  deliveryStates
    .flatMap(state => (states[state] > 0 ? [`${outboxStateNames[state]} ${states[state]} 条`] : []))
    .join('，') || '还没有'
