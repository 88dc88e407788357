import { Button } from 'antd'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { askUnread } from '#layouts/member/unread.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { ListFilters, useListQuery } from '#ui/DataTable.tsx'
import { Pager } from '#ui/Pager.tsx'
import { SaveButton } from '#ui/SaveButton.tsx'
import { Failed, States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { messageKinds } from '../kinds.ts'
import './myMessages.css'

type Message = Output<ApiContract['GET /member/message/list']>['list'][number]

const FILTERS = [
  { name: 'type', label: '类别', options: Object.entries(messageKinds).map(([code, name]) => ({ code, name })) },
  {
    ...{ name: 'read', label: '阅读' },
    options: [
      { code: '0', name: '未读' },
      { code: '1', name: '已读' },
    ],
  },
]

/** What the association told this member, the newest first. */
export default function MyMessages() {
  const { type, read, pageNum } = useListQuery('type', 'read')
  const answer = useApi('GET /member/message/list', {
    pageNum,
    type: type as keyof typeof messageKinds,
    read: read as '0',
  })
  const { submit, busy, error } = useSubmit('POST /member/message/read')
  const mark = async (which: { ids: number[] } | { all: true }) => {
    if (!(await submit(which))) return
    answer.reload()
    void askUnread()
  }
  return (
    <section className="centre-card">
      <div className="data-table-tools">
        <ListFilters filters={FILTERS} />
        <Button loading={busy} onClick={() => void mark({ all: true })}>
          全部标为已读
        </Button>
      </div>
      {error && <Failed message={error.message} retry={answer.reload} />}
      <States
        answer={answer}
        empty={{
          when: ({ list }) => list.length === 0,
          title: type || read ? '没有符合条件的消息' : '还没有消息',
          children: <p>申请的每一步进展、证书到期提醒都会发到这里。</p>,
        }}
      >
        {page => (
          <>
            <ul className="my-messages" role="list">
              {page.list.map(one => (
                <MessageRow key={one.id} of={one} read={() => void mark({ ids: [one.id] })} />
              ))}
            </ul>
            {page.pages > 1 && <Pager page={page} />}
          </>
        )}
      </States>
    </section>
  )
}

const MessageRow = ({ of, read }: { of: Message; read: () => void }) => (
  <li data-unread={!of.isRead || undefined}>
    <h2>
      {of.title}
      {!of.isRead && <Tag tone="water">未读</Tag>}
    </h2>
    <p className="my-message-about">
      {of.typeName}　<time dateTime={of.createTime}>{minute(of.createTime)}</time>
    </p>
    <p className="my-message-text">{of.content}</p>
    {of.file && (
      <p>
        <SaveButton save={() => saveFile('GET /member/message/file', { id: of.id })}>下载 {of.file.name}</SaveButton>
      </p>
    )}
    <p className="my-message-acts">
      {of.route && (
        <Link to={of.route} onClick={() => !of.isRead && read()}>
          查看详情<span className="hidden-text">：{of.title}</span>
        </Link>
      )}
      {!of.isRead && (
        <button type="button" onClick={read}>
          标为已读<span className="hidden-text">：{of.title}</span>
        </button>
      )}
    </p>
  </li>
)
