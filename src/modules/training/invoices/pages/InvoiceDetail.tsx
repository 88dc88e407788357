import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { saveFile } from '#api/file.ts'
import { useSubmit } from '#api/useApi.ts'
import { shownPhone } from '#lib/form/phone.ts'
import { yuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { InvoiceActs } from './InvoiceActs.tsx'
import { type InvoiceRequest, invoiceTones } from './invoiceViews.ts'

type Props = { of: InvoiceRequest; changed: () => void; close: () => void }

/** All that is to be printed, beside the list. */
export function InvoiceDetail({ of, changed, close }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/training/invoice/account')
  const [account, setAccount] = useState<string>()
  const reveal = async () => setAccount((await submit({ id: of.id }))?.account)
  return (
    <Drawer title={`发票申请：${of.number}`} open onClose={close} size="min(36rem, 100vw)">
      <InvoiceActs of={of} changed={changed} isMain />
      <Facts
        facts={[
          ['状态', <StateTag key="state" of={of} tones={invoiceTones} />],
          ['退回理由', of.reason],
          ['发票种类', of.kindName],
          ['金额', `${yuan(of.amount)} 元`],
          ['抬头', `${of.title}（${of.titleTypeName}）`],
          ['纳税人识别号', of.taxNumber],
          ['注册地址', of.regAddress],
          ['注册电话', shownPhone(of.regPhone)],
          ['开户银行', of.bank],
          [
            '银行账号',
            of.bankAccount && (
              <span key="account" aria-live="polite">
                {account ?? of.bankAccount}{' '}
                {account === undefined && (
                  <Button type="link" loading={busy} onClick={() => void reveal()}>
                    完整账号
                  </Button>
                )}
              </span>
            ),
          ],
          ['接收邮箱', of.email],
          ['培训班', of.courseTitle],
          ['报名', `${of.name}，${of.statusName}`],
          ['汇款', of.paidOn && `${of.payer} ${of.paidOn}`],
          ['发票号码', of.invoiceNumber],
          ['开票日期', of.issuedOn],
        ]}
      />
      <Problem>{error?.message}</Problem>
      {of.file && (
        <SaveButton save={() => saveFile('GET /file/{id}', { id: of.file!.id, download: '1' })}>
          下载 {of.file.name}
        </SaveButton>
      )}
    </Drawer>
  )
}
