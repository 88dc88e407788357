import { Button, Modal } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { longDay } from '#lib/dates.ts'
import { Removal } from '#modules/settings/pages/Removal.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { Kept } from './StaffDocuments.tsx'

type Props = { of: Kept; done: (words: string) => void }

/** What becomes of a draft. */
export function DraftActs({ of: { id, name, version, values }, done }: Props) {
  const [asked, ask] = useState<'publish' | 'discard'>()
  const { submit, busy, error } = useSubmit('POST /staff/document/publish')
  const publish = async () => {
    if (!(await submit({ id, version }))) return
    ask(undefined)
    done(`${name} ${values.version} 已发布`)
  }
  const from = typeof values.effectiveOn === 'string' ? longDay(values.effectiveOn) : undefined
  return (
    <div className="form-actions">
      <Button type="primary" onClick={() => ask('publish')}>
        发布草稿<span className="hidden-text">：{name}</span>
      </Button>
      <Button onClick={() => ask('discard')}>
        放弃草稿<span className="hidden-text">：{name}</span>
      </Button>
      <Modal
        title={`发布${name}`}
        open={asked === 'publish'}
        onCancel={() => ask(undefined)}
        footer={null}
        destroyOnHidden
      >
        <p>
          版本 {String(values.version)}，{from ? `自${from}起施行` : '还没有填写施行日期'}
          。发布后任何人都可以看到，不能再改。
        </p>
        <p>
          {values.needsConsent === 'yes'
            ? '施行后，每位会员下次登录时须阅读并同意，同意之前不能继续办理。'
            : '不重新征得同意，会员不会收到提示。'}
        </p>
        <Problem>{error?.message}</Problem>
        <div className="form-actions">
          <Button type="primary" loading={busy} onClick={() => void publish()}>
            发布
          </Button>
          <Button onClick={() => ask(undefined)}>取消</Button>
        </div>
      </Modal>
      <Modal title="放弃草稿" open={asked === 'discard'} onCancel={() => ask(undefined)} footer={null} destroyOnHidden>
        <Removal
          name={`${name}的草稿`}
          consequence="写好的内容不再保留，已发布的版本不受影响。"
          remove={() => browserApi('POST /staff/document/discard', { id, version })}
          done={() => {
            ask(undefined)
            done(`${name}的草稿已放弃`)
          }}
          onCancel={() => ask(undefined)}
        />
      </Modal>
    </div>
  )
}
