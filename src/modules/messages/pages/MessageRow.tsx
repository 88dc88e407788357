import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import type { Side } from '#layouts/unread.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'

type Message = Output<ApiContract['GET /member/message/list']>['list'][number]
type Props = { of: Message; side: Side; mark: (isRead: boolean) => void }

export function MessageRow({ of, side, mark }: Props) {
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
      <p className="message-text">{of.content}</p>
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
