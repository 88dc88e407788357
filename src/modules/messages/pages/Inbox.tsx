import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { noteUnread, type Side, useUnread } from '#layouts/unread.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { Failed } from '#ui/failed/Failed.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { useDropRefused } from '#ui/table/useDropRefused.ts'
import { useFilters } from '#ui/table/useFilters.ts'
import { memberKinds, staffKinds } from '../messageKinds.ts'
import type { OfSide } from './Messages.tsx'

const filtersFor = (kinds: Record<string, string>) => [
  { name: 'words', label: '搜索', kind: 'text' as const },
  { name: 'type', label: '类别', options: Object.entries(kinds).map(([code, name]) => ({ code, name })) },
  {
    name: 'read',
    label: '阅读',
    options: [
      { code: '0', name: '未读' },
      { code: '1', name: '已读' },
    ],
  },
]
const FILTERS = { member: filtersFor(memberKinds), staff: filtersFor(staffKinds) }
const EMPTY = {
  member: '申请的每一步进展、证书到期提醒都会发到这里。',
  staff: '交您办理的申请、到达您岗位的事项、您的稿件和导入的结果都会发到这里。',
}

type Filters = Input<ApiContract['GET /member/message/list']>

/** The newest first; asked for anew whenever the number of unread ones has changed, here or elsewhere. */
export function Inbox({ side, card }: OfSide) {
  const { type, read, words, pageNum } = useFilters<Filters>('type', 'read', 'words')
  const answer = useApi(side === 'staff' ? 'GET /staff/message/list' : 'GET /member/message/list', {
    pageNum,
    words,
    type,
    read,
  })
  useDropRefused(answer.error)
  const { submit, busy, error } = useSubmit(side === 'staff' ? 'POST /staff/message/read' : 'POST /member/message/read')
  useReloadWith(useUnread(side), answer.reload)
  const mark = async (which: { ids: number[]; isRead?: boolean } | { all: true }) => {
    const left = await submit(which)
    if (!left) return
    answer.reload()
    noteUnread(side, left.unread)
    if ('all' in which) announce('全部消息已标为已读')
  }
  return (
    <section className={card}>
      <h2 className="hidden-text">消息</h2>
      <div className="data-table-tools">
        <ListFilters filters={FILTERS[side]} />
        <Button loading={busy} onClick={() => void mark({ all: true })}>
          全部标为已读
        </Button>
      </div>
      {error && <Failed of={error} retry={answer.reload} />}
      <States
        answer={answer}
        empty={{
          title: type || read || words ? '没有符合条件的消息' : '还没有消息',
          children: <p>{EMPTY[side]}</p>,
        }}
      >
        {page => (
          <>
            <ul className="message-list" role="list">
              {page.list.map(one => (
                <MessageRow key={one.id} of={one} side={side} mark={isRead => void mark({ ids: [one.id], isRead })} />
              ))}
            </ul>
            {page.pages > 1 && <Pager page={page} unit="条" />}
          </>
        )}
      </States>
    </section>
  )
}

function useReloadWith(unread: number | undefined, reload: () => void) {
  const known = useRef(unread)
  useEffect(() => {
    if (known.current !== undefined && known.current !== unread) reload()
    known.current = unread
  }, [unread, reload])
}

type Message = Output<ApiContract['GET /member/message/list']>['list'][number]
type Props = { of: Message; side: Side; mark: (isRead: boolean) => void }

function MessageRow({ of, side, mark }: Props) {
  const file = side === 'staff' ? 'GET /staff/message/file' : 'GET /member/message/file'
  return (
    <li data-unread={!of.isRead || undefined}>
      <h3>
        {of.title}
        {!of.isRead && <Tag tone="water">未读</Tag>}
      </h3>
      <p className="message-about">
        {of.typeName}　<time dateTime={of.createTime}>{minute(of.createTime)}</time>
      </p>
      <p className="message-text">{keepTogether(of.content)}</p>
      {of.files.length > 0 && (
        <p className="message-files">
          {of.files.map(({ id, name, size }) => (
            <SaveButton key={id} save={() => saveFile(file, { id: of.id, fileId: id })}>
              下载 {name}（{fileSize(size)}）
            </SaveButton>
          ))}
        </p>
      )}
      <p className="message-acts">
        {of.route && !of.isGone && (
          <Link to={of.route} onClick={() => !of.isRead && mark(true)}>
            查看详情<span className="hidden-text">：{of.title}</span>
          </Link>
        )}
        {of.isGone && <span>所指的内容已删除，不能再查看</span>}
        <button type="button" onClick={() => mark(!of.isRead)}>
          {of.isRead ? '标为未读' : '标为已读'}
          <span className="hidden-text">：{of.title}</span>
        </button>
      </p>
    </li>
  )
}
