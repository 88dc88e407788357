import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { CopyButton } from '#ui/failed/CopyButton.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { waitingWords } from '#ui/Timeline.tsx'

type Props = { of: Output<ApiContract['GET /member/application/detail']> }

/** Right after it was handed in: that it was, its number, whose turn it is now and how long that takes. */
export function Receipt({ of: { id, kindName, number, statusName, waiting, stages, hasSheet } }: Props) {
  const at = stages.findIndex(({ state }) => state === 'current')
  const next = stages[at + 1]
  return (
    <section className="centre-card receipt" aria-labelledby="receipt">
      <h2 id="receipt" tabIndex={-1} data-begin>
        {kindName}已提交
      </h2>
      {number && (
        <p className="receipt-number">
          编号 <b>{number}</b>
          <CopyButton text={number}>复制编号</CopyButton>
        </p>
      )}
      <p>
        现在：{statusName}，{waitingWords(waiting)}
        {next && `；之后是“${next.name}”`}。需要您办理时，用站内消息和您选择的方式通知您。
      </p>
      <p className="form-actions">
        <Link className="button primary" to="/admin/user/doing">
          回到在办事项
        </Link>
        {hasSheet && (
          <DownloadButton from="GET /member/application/sheet" input={{ id }}>
            下载提交的内容（PDF）
          </DownloadButton>
        )}
      </p>
    </section>
  )
}
