import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { FormDialog, type FormDialogFields } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { OwnTitle } from './SavedTitles.tsx'

export type OwnTitles = Answer<Output<ApiContract['GET /member/invoiceTitle/list']>>

/** 票据抬头: the titles that papers are made out to, kept once for all that is paid. */
export function MyTitles({ answer }: { answer: OwnTitles }) {
  const [editing, edit] = useState<OwnTitle | 'new'>()
  const [leaving, remove] = useState<OwnTitle>()
  const fields = answer.data?.fields
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>票据抬头</h2>
        <Button onClick={() => edit('new')}>新增抬头</Button>
      </div>
      <States
        answer={answer}
        empty={{
          when: ({ list }) => list.length === 0,
          title: '还没有保存的抬头',
          children: '保存后，缴会费、评审费、广告费、培训费时点选即可，不必再填。',
        }}
      >
        {({ list }) => (
          <Table<OwnTitle>
            caption="票据抬头"
            rows={list}
            columns={[
              {
                name: '名称',
                cell: ({ title, isDefault }) => (
                  <>
                    {title} {isDefault && <Tag tone="good">默认</Tag>}
                  </>
                ),
              },
              { name: '税号', nowrap: true, cell: ({ creditCode }) => creditCode || '—' },
              { name: '开户行与账号', cell: ({ bank, accountMasked }) => (bank ? `${bank} ${accountMasked}` : '—') },
              { name: '邮箱', cell: ({ email }) => email },
              {
                name: '办理',
                nowrap: true,
                cell: one => (
                  <>
                    <Button onClick={() => edit(one)}>
                      修改<span className="hidden-text">：{one.title}</span>
                    </Button>
                    <Button type="text" onClick={() => remove(one)}>
                      删除<span className="hidden-text">：{one.title}</span>
                    </Button>
                  </>
                ),
              },
            ]}
          />
        )}
      </States>
      {editing && fields && (
        <EditTitle of={editing} fields={fields} close={() => edit(undefined)} done={answer.reload} />
      )}
      {leaving && <RemoveTitle of={leaving} close={() => remove(undefined)} done={answer.reload} />}
    </section>
  )
}

type Editing = {
  of: OwnTitle | 'new'
  fields: FormDialogFields
  close: () => void
  done: () => void
}

export function EditTitle({ of, fields, close, done }: Editing) {
  const send = async (form: Record<string, unknown>) => {
    await browserApi('POST /member/invoiceTitle/save', { form, ...(of !== 'new' && { id: of.id }) })
    announce('抬头已保存')
    done()
  }
  const initial: FormValues =
    of === 'new'
      ? { kind: 'organisation', isDefault: 'no' }
      : {
          kind: of.kind,
          title: of.title,
          creditCode: of.creditCode,
          address: of.address,
          phone: of.phone,
          bank: of.bank,
          email: of.email,
          isDefault: of.isDefault ? 'yes' : 'no',
        }
  return (
    <FormDialog
      title={of === 'new' ? '新增票据抬头' : '修改票据抬头'}
      fields={fields}
      initial={initial}
      action="保存"
      send={send}
      close={close}
      intro={of !== 'new' && of.accountMasked ? <p>银行账号 {of.accountMasked}，留空即不变。</p> : undefined}
    />
  )
}

function RemoveTitle({ of: { id, title }, close, done }: { of: OwnTitle; close: () => void; done: () => void }) {
  const send = async () => {
    await browserApi('POST /member/invoiceTitle/remove', { id })
    announce(`抬头“${title}”已删除`)
    done()
  }
  return (
    <FormDialog
      title="删除这个抬头？"
      intro={<p>“{title}”以后不能再点选；用它开过的票据不变。</p>}
      action="删除"
      danger
      send={send}
      close={close}
    />
  )
}
