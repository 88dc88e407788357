import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { toRefusal } from '#api/useApi.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Page } from '#lib/paging.ts'
import { reachChannelNames } from '#lib/reachChannels.ts'
import type { reachCounts, reachedRow } from '#lib/reachContract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Loading } from '#ui/States.tsx'
import { Table } from '#ui/table/Table.tsx'
import './reach.css'

type Counts = z.output<typeof reachCounts>
type Row = z.output<typeof reachedRow>
type Channel = keyof typeof reachChannelNames
type Load = (channel: Channel, pageNum: number) => Promise<Page<Row>>

type Props = {
  counts: Counts
  /** Whether the act sends text messages, mails: what it does not send is not counted. */
  sms: boolean
  mail: boolean
  load: Load
  /** What can be done for those who are not reached. */
  children?: ReactNode
}

/** Shows whom an act reaches by which channel, and whom not; each number opens the list of exactly those. */
export function ReachSummary({ counts, sms, mail, load, children }: Props) {
  const [open, setOpen] = useState<Channel>()
  const shown = typedKeys(reachChannelNames).filter(
    channel => channel === 'inbox' || channel === 'none' || (channel === 'sms' ? sms : mail || counts.mail > 0),
  )
  const written = counts.written.filter(channel => (channel === 'sms' ? sms : mail))
  return (
    <div className="reach">
      <p role="status">
        {shown.map(channel => (
          <span key={channel}>
            {reachChannelNames[channel]}{' '}
            <Button size="small" disabled={counts[channel] === 0} onClick={() => setOpen(channel)}>
              {counts[channel]} 个<span className="hidden-text">，查看是哪些</span>
            </Button>
          </span>
        ))}
      </p>
      {counts.isTrial && <p className="field-error">网站试用中：只有站内消息，短信、邮件和微信实际发给 0 人。</p>}
      {written.map(channel => (
        <p key={channel} className="field-error">
          没有接入{reachChannelNames[channel]}服务：{reachChannelNames[channel]}只写入文件，实际发给 0 人。
        </p>
      ))}
      {sms && counts.isNight && counts.sms > 0 && <p>现在是夜间：不紧急的短信早上 8 点以后发出。</p>}
      {counts.smsUnfiled && <p className="field-error">这类短信还没有服务商的模板编号，不发短信。见“短信模板”。</p>}
      {counts.none > 0 && (
        <p className="field-error">
          都收不到的：{counts.unreached.join('、')}
          {counts.none > counts.unreached.length && ` 等 ${counts.none} 个`}
        </p>
      )}
      {counts.none > 0 && children}
      {open && <ReachedList channel={open} load={load} close={() => setOpen(undefined)} />}
    </div>
  )
}

function ReachedList({ channel, load, close }: { channel: Channel; load: Load; close: () => void }) {
  const [pageNum, setPageNum] = useState(1)
  const [page, setPage] = useState<Page<Row>>()
  const [problem, setProblem] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new at each render
  useEffect(() => {
    let current = true
    load(channel, pageNum).then(
      answer => current && setPage(answer),
      error => current && setProblem(toRefusal(error).message),
    )
    return () => {
      current = false
    }
  }, [channel, pageNum])
  return (
    <Modal
      title={channel === 'none' ? '都收不到的' : `收到${reachChannelNames[channel]}的`}
      open
      onCancel={close}
      footer={null}
    >
      <Problem>{problem}</Problem>
      {page ? (
        <>
          <Table
            caption={reachChannelNames[channel]}
            rows={page.list}
            columns={[
              { name: '名称', cell: ({ name }) => name },
              { name: '账号', cell: ({ hasAccount }) => (hasAccount ? '有' : '没有') },
              {
                name: channel === 'sms' ? '手机' : channel === 'mail' ? '邮箱' : '通讯地址',
                cell: ({ to }) => to || '—',
              },
            ]}
          />
          <p className="form-actions">
            <Button disabled={pageNum === 1} onClick={() => setPageNum(pageNum - 1)}>
              上一页
            </Button>
            <Button disabled={pageNum >= page.pages} onClick={() => setPageNum(pageNum + 1)}>
              下一页
            </Button>
            共 {page.total} 个，第 {pageNum} / {Math.max(1, page.pages)} 页
          </p>
        </>
      ) : (
        !problem && <Loading lines={4} />
      )}
    </Modal>
  )
}
