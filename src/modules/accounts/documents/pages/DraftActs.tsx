import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { longDay } from '#lib/dates.ts'
import { Removal } from '#modules/settings/pages/Removal.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { Kept } from './StaffDocuments.tsx'

type Props = { of: Kept; done: (words: string) => void }

/** What becomes of a draft. */
export function DraftActs({ of: { id, name, version, values }, done }: Props) {
  const [asked, ask] = useState<'publish' | 'discard'>()
  const close = () => ask(undefined)
  const publish = async () => {
    await browserApi('POST /staff/document/publish', { id, version })
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
      {asked === 'publish' && (
        <FormDialog
          title={`发布${name}`}
          action="发布"
          send={publish}
          close={close}
          intro={
            <>
              <p>
                版本 {String(values.version)}，{from ? `自${from}起施行` : '还没有填写施行日期'}
                。发布后任何人都可以看到，不能再改。
              </p>
              <p>
                {values.needsConsent === 'yes'
                  ? '施行后，每位会员下次登录时须阅读并同意，同意之前不能继续办理。'
                  : '不重新征得同意，会员不会收到提示。'}
              </p>
            </>
          }
        />
      )}
      <Removal
        title="放弃草稿"
        of={asked === 'discard' ? { name: `${name}的草稿` } : undefined}
        consequence="写好的内容不再保留，已发布的版本不受影响。"
        remove={() => browserApi('POST /staff/document/discard', { id, version })}
        done={draft => {
          close()
          done(`${draft.name}已放弃`)
        }}
        close={close}
      />
    </div>
  )
}
