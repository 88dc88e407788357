import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { winnerFields } from '../winnerForm.ts'

type Props = { kinds: readonly { id: number; name: string }[]; close: () => void; done: () => void }

/** A winner of earlier years, for the list alone: there is no certificate of ours to it. */
export const EnterWinner = ({ kinds, close, done }: Props) => (
  <FormDialog
    title="录入往年获奖项目"
    intro={<p>只列入名单，不颁发证书；录入后仍须公布才会公开。很多项时，请用“批量导入”的获奖名单模板。</p>}
    fields={winnerFields(kinds)}
    action="录入"
    close={close}
    send={async form => {
      await browserApi('POST /staff/award-winner/save', { form })
      announce('已录入')
      done()
    }}
  />
)
