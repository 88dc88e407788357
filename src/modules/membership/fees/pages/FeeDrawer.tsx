import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { FileSheet } from '#ui/file/FileSheet.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { FeeActs } from './FeeActs.tsx'
import { type FeeDetail, feeTones, yuan } from './feeViews.ts'

/** One fee, beside the list; which one stands in the address. */
export function FeeDrawer({ changed }: { changed: () => void }) {
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get('fee')) || undefined
  const answer = useApi('GET /staff/fee/detail', id ? { id } : null)
  const close = () =>
    setQuery(
      query => {
        query.delete('fee')
        return query
      },
      { preventScrollReset: true },
    )
  const reload = () => {
    answer.reload()
    changed()
  }
  const fee = answer.data?.id === id ? answer.data : undefined
  return (
    <Drawer
      title={fee ? `${fee.name} ${fee.year} 年度会费` : '会费'}
      open={id !== undefined}
      onClose={close}
      size="min(42rem, 100vw)"
      destroyOnHidden
    >
      <States answer={{ ...answer, data: fee }}>
        {fee => <FeeSheet key={fee.version} fee={fee} reload={reload} />}
      </States>
    </Drawer>
  )
}

const FeeSheet = ({ fee, reload }: { fee: FeeDetail; reload: () => void }) => (
  <div className="fee-sheet">
    <FeeActs fee={fee} reload={reload} />
    <section>
      <h3>应缴</h3>
      <dl className="facts">
        <Fact name="状态">
          <Tag tone={feeTones[fee.state]}>{fee.stateName}</Tag>
        </Fact>
        <Fact name="金额">
          {yuan(fee.amount)} 元{fee.standard !== null && `（标准 ${yuan(fee.standard)} 元）`}
        </Fact>
        <Fact name="级别">{fee.levelName}</Fact>
        <Fact name="编号">
          {fee.memberId ? <Link to={`/staff/members/${fee.memberId}`}>{fee.number}</Link> : fee.number}
        </Fact>
        <Fact name="缴费期限">{fee.dueOn}</Fact>
        <Fact name="减免原因">{fee.adjustReason}</Fact>
        <Fact name="退回原因">{fee.returnReason}</Fact>
        <Fact name="上次催缴">{fee.remindedAt && minute(fee.remindedAt)}</Fact>
        <Fact name="入会申请">
          {fee.application && (
            <>
              <Link to={`/staff/review/${fee.application.id}`}>{fee.application.number}</Link>（
              {fee.application.statusName}）
            </>
          )}
        </Fact>
      </dl>
    </section>
    <section>
      <h3>缴费</h3>
      <dl className="facts">
        <Fact name="汇款日期">{fee.paidOn}</Fact>
        <Fact name="付款人">{fee.payer}</Fact>
        <Fact name="银行流水">
          {fee.line && (
            <Link to={`/staff/statements/${fee.line.statementId}?state=accepted`}>
              {fee.line.bank} {fee.line.paidOn}
            </Link>
          )}
        </Fact>
      </dl>
      {fee.slip ? <FileSheet file={fee.slip} /> : <p className="fee-none">没有上传凭证。</p>}
    </section>
    <section>
      <h3>票据</h3>
      <dl className="facts">
        <Fact name="抬头">{fee.receiptTitle}</Fact>
        <Fact name="统一社会信用代码">{fee.receiptCreditCode}</Fact>
        <Fact name="接收邮箱">{fee.receiptEmail}</Fact>
        <Fact name="票据号码">{fee.receiptNumber}</Fact>
      </dl>
      {fee.receiptFile ? (
        <SaveButton save={() => saveFile('GET /file/{id}', { id: fee.receiptFile!.id, download: '1' })}>
          下载 {fee.receiptFile.name}
        </SaveButton>
      ) : (
        <p className="fee-none">尚未发送票据。</p>
      )}
    </section>
    <section>
      <h3>经过</h3>
      {fee.history.length === 0 && <p className="fee-none">还没有处理记录。</p>}
      <ol className="fee-history">
        {fee.history.map(({ at, who, what, note }) => (
          <li key={at + what}>
            <b>{what}</b>　{who}　<time dateTime={at}>{minute(at)}</time>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  </div>
)

/** Only what is known. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
