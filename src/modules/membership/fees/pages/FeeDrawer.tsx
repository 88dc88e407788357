import { Drawer } from 'antd'
import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { FileSheet } from '#ui/file/FileSheet.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { useRemoveParameter } from '#ui/table/useRemoveParameter.ts'
import { FeeActs } from './FeeActs.tsx'
import { type FeeDetail, feeTones } from './feeViews.ts'

/** Drawer with one fee beside the list; the address holds its id. */
export function FeeDrawer({ changed }: { changed: () => void }) {
  const [query] = useSearchParams()
  const id = Number(query.get('fee')) || undefined
  const answer = useApi('GET /staff/fee/detail', id ? { id } : null)
  const close = useRemoveParameter('fee')
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
      <Facts
        facts={[
          ['状态', <StateTag key="state" of={fee} tones={feeTones} />],
          [
            '金额',
            `${formatYuan(fee.amount)} 元${fee.standard === null ? '' : `（标准 ${formatYuan(fee.standard)} 元）`}`,
          ],
          ['级别', fee.levelName],
          [
            '编号',
            fee.memberId ? (
              <Link key="member" to={`/staff/members/${fee.memberId}`}>
                {fee.number}
              </Link>
            ) : (
              fee.number
            ),
          ],
          ['缴费期限', fee.dueOn],
          ['减免原因', fee.adjustReason],
          ['退回原因', fee.returnReason],
          ['上次催缴', fee.remindedAt && minute(fee.remindedAt)],
          [
            '入会申请',
            fee.application && (
              <Fragment key="application">
                <Link to={`/staff/review/${fee.application.id}`}>{fee.application.number}</Link>（
                {fee.application.statusName}）
              </Fragment>
            ),
          ],
        ]}
      />
    </section>
    <section>
      <h3>缴费</h3>
      <Facts
        facts={[
          ['汇款日期', fee.paidOn],
          ['付款人', fee.payer],
          [
            '银行流水',
            fee.line && (
              <Link key="line" to={`/staff/statements/${fee.line.statementId}?state=accepted`}>
                {fee.line.bank} {fee.line.paidOn}
              </Link>
            ),
          ],
        ]}
      />
      {fee.slip ? <FileSheet file={fee.slip} /> : <p className="fee-none">没有上传凭证。</p>}
    </section>
    <section>
      <h3>票据</h3>
      <Facts
        facts={[
          ['抬头', fee.receiptTitle],
          ['统一社会信用代码', fee.receiptCreditCode],
          ['接收邮箱', fee.receiptEmail],
          ['票据号码', fee.receiptNumber],
        ]}
      />
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
