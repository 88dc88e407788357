import { Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '#api/file.ts'
import type { Input } from '#lib/contract.ts'
import { textField } from '#lib/form/textField.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { addressListContract } from '../contract.ts'

type Props = Pick<Input<(typeof addressListContract)['GET /staff/address-list/export']>, 'of'> & {
  /** Filters of the list, as in its address. */
  query: string
}

const fields = [textField('purpose', '用途', '', { required: true, max: 200, hint: '例如：邮寄年会通知' })]

/** Saves the address list of what the list shows, once it is said what for. */
export function SaveAddresses({ of, query }: Props) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button onClick={() => open(true)}>导出通讯录</Button>
      {isOpen && (
        <FormDialog
          title="导出通讯录"
          fields={fields}
          action="导出"
          intro={
            <p>
              按现在的筛选导出联系人、完整的手机、电话、邮箱和通信地址，可用于打印标签、邮件合并。用途会印在表中，导出会连同用途记入审计日志。
            </p>
          }
          send={({ purpose }) =>
            saveFile('GET /staff/address-list/export', { of, query, purpose: String(purpose ?? '') })
          }
          close={() => open(false)}
        />
      )}
    </>
  )
}
