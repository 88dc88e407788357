import type { FormValues } from '../../src/lib/form/form.ts'
import { rulesIn } from '../../src/modules/awards/calls/server/ruleForm.ts'
import type { EntryForm } from '../../src/modules/awards/rules.ts'
import { ownPack } from '../../src/modules/setup/server/packs.ts'

/** An award as the pack of the demo association says it. */
export async function packedAward(wanted: string) {
  const { records } = await ownPack('boiler')
  const { code, name, form, intro, ...rules } = records.awardKind!.find(kind => kind.code === wanted) as FormValues
  return {
    code: code as string,
    name: name as string,
    form: form as EntryForm,
    intro: intro as string,
    rules: rulesIn(rules),
  }
}
