import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { call } from './enrolmentCalls.ts'
import { contactMobile, type Opened } from './enrolmentKept.ts'

type Props = { regNo: string | undefined; onOpen: (opened: Opened) => void }

/** Who comes back says which, and proves it by the code of the day. */
export function OwnLookup({ regNo: asked, onOpen }: Props) {
  const form = useLightForm(async ({ regNo = '', queryCode = '', contactMobile: phone = '' }) => {
    const number = regNo.normalize('NFKC').replace(/\s/g, '').toUpperCase()
    const given = { regNo: number, queryCode: queryCode.normalize('NFKC').trim(), contactMobile: phone }
    const { ticket } = await call('POST /app/training/open', given)
    onOpen({ regNo: number, ticket })
  })
  const { errors } = form
  return (
    <LightForm of={form} label="查询我的报名" action="查询" busy="正在查询…">
      <LightInput
        name="regNo"
        label="报名编号"
        error={errors.regNo}
        defaultValue={asked}
        autoComplete="off"
        maxLength={30}
        autoCapitalize="characters"
        spellCheck={false}
        hint="PX 开头，在报名成功页和短信中"
        required
      />
      <LightInput
        name="queryCode"
        label="查询码"
        error={errors.queryCode}
        autoComplete="off"
        maxLength={10}
        inputMode="numeric"
        hint="6 位数字"
        required
      />
      <LightLines fields={[contactMobile]} errors={errors} />
    </LightForm>
  )
}
