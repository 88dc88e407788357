import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input } from '#lib/contract.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { textField } from '#lib/form/textField.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { addressListContract } from '../contract.ts'

type Props = Pick<Input<(typeof addressListContract)['POST /staff/address-list/export']>, 'of'> & {
  /** Filters of the list, as in its address. */
  query: string
}

const fields = [textField('purpose', '用途', '', { required: true, max: 200, hint: '例如：邮寄年会通知' })]

/** Asks for the address list of what the list shows; once a colleague has agreed, the file is taken from 双人复核. */
export function SaveAddresses({ of, query }: Props) {
  const may = useMay('staff:personalData')
  const [isOpen, open] = useState(false)
  if (!may) return null
  const send = ({ purpose }: FormValues) =>
    browserApi('POST /staff/address-list/export', { of, query, purpose: String(purpose ?? '') }).catch(error => {
      if (!isRefusal(error) || error.code !== AWAITING_APPROVAL) throw error
      announce('已提出，另一位同事同意后，请在“双人复核”下载')
    })
  return (
    <>
      <Button onClick={() => open(true)}>导出通讯录…</Button>
      {isOpen && (
        <FormDialog
          title="导出通讯录"
          fields={fields}
          action="提出"
          intro={
            <p>
              按现在的筛选导出联系人、完整的手机、电话、邮箱和通信地址，可用于打印标签、邮件合并。须由另一位同事同意；同意后
              24 小时内由您本人在“双人复核”下载。用途会印在表中，导出会连同用途记入审计日志。
            </p>
          }
          send={send}
          close={() => open(false)}
        />
      )}
    </>
  )
}
