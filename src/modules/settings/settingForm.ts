import type { FormField, Option } from '#lib/form/form.ts'
import type { EditedGroup, Groups } from './groups.ts'

/** The kinds of field whose value a setting can hold. */
type FieldFor<Name extends string, Value> = [Value] extends [number]
  ? FormField<Name> & { kind: 'number' }
  : null extends Value
    ? FormField<Name> & { kind: 'day' | 'moment' }
    : string extends Value
      ? FormField<Name> & { kind: TextKind }
      : FormField<Name> & { kind: 'choice'; options: readonly Option<Value & string>[] }
type TextKind = 'text' | 'paragraph' | 'organisationName' | 'creditCode' | 'postcode' | 'phone' | 'mobile' | 'email'

/** The fields that a group can hold: each by the name of its setting, and `point` in `lng` and `lat`. */
type FieldOf<Settings> =
  | { [Name in keyof Settings & string]: FieldFor<Name, Settings[Name]> }[keyof Settings & string]
  | (Settings extends { lng: number | null; lat: number | null } ? FormField<'point'> & { kind: 'point' } : never)

type FormOf<Group extends EditedGroup> = {
  code: string
  name: string
  hint: string
  /** The row of the table `setting`. */
  group: Group
  fields: readonly FieldOf<Groups[Group]>[]
}
/** A card of the settings screen: its fields and the group in which they are stored. */
export type SettingForm = { [Group in EditedGroup]: FormOf<Group> }[EditedGroup]
