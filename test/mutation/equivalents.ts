type Equivalent = { was: string; is: string; reason: string }

/** Survivors that say the same as the program, by file: no test could tell them apart. */
export const equivalents: Record<string, Equivalent[]> = {
  'src/lib/dates.ts': [
    { was: '[]', is: '["Stryker was here"]', reason: 'no day is called so: it is nobody’s holiday' },
    { was: '/\\.\\d+Z$/', is: '/\\.\\d+Z/', reason: 'a moment in ISO 8601 has its fraction and Z at the end alone' },
    {
      was: 'value.length > 10',
      is: 'true',
      reason: 'a day is midnight in Greenwich, which is the same day in Shanghai',
    },
    {
      was: 'value.length > 10',
      is: 'value.length >= 10',
      reason: 'a day is midnight in Greenwich, which is the same day in Shanghai',
    },
  ],
  'src/lib/form/fieldReading.ts': [
    { was: '[]', is: '["Stryker was here"]', reason: 'its first element is passed over, and there is no second' },
  ],
  'src/lib/form/formReading.ts': [
    { was: "typeof entry[1] === 'object'", is: 'true', reason: 'a text or a number has none of the columns' },
  ],
  'src/lib/server/api/duties.ts': [
    {
      was: "actor.kind === 'anonymous'",
      is: 'false',
      reason: 'a visitor has no clerk either: the type alone asks for it',
    },
    { was: "'anonymous'", is: '""', reason: 'a visitor has no clerk either: the type alone asks for it' },
  ],
  'src/lib/server/api/permissionLimits.ts': [
    { was: 'codes.length > 0', is: 'true', reason: 'drizzle writes false for an empty list, too' },
    { was: 'codes.length > 0', is: 'codes.length >= 0', reason: 'drizzle writes false for an empty list, too' },
    { was: "''", is: '"Stryker was here!"', reason: 'neither is the code of a province or a kind' },
    { was: '[]', is: '["Stryker was here"]', reason: 'whoever has no limits has been let through before' },
  ],
  'src/lib/server/outbound/sanitizeHtml.ts': [
    { was: "tag === 'img'", is: 'true', reason: 'only a picture keeps `loading`' },
    { was: "tag === 'video'", is: 'true', reason: 'only a video keeps `controls` and `preload`' },
    { was: '[]', is: '["Stryker was here"]', reason: 'no tag is called so' },
    { was: '/^$/', is: '/$/', reason: 'it is set anew below, whatever was written' },
    { was: '/^$/', is: '/^/', reason: 'it is set anew below, whatever was written' },
    { was: '/^lazy$/', is: '/lazy$/', reason: 'it is set anew below, whatever was written' },
    { was: '/^lazy$/', is: '/^lazy/', reason: 'it is set anew below, whatever was written' },
    { was: '/^metadata$/', is: '/metadata$/', reason: 'it is set anew below, whatever was written' },
    { was: 'false', is: 'true', reason: 'the addresses that are allowed leave out such ones by themselves' },
    { was: `'"'`, is: '""', reason: 'the parser has put quotes back already; only < > and & stay written' },
  ],
  'src/modules/certificates/check/server/batchRow.ts': [
    { was: 'day < today', is: 'day <= today', reason: 'today nothing is different from today' },
  ],
  'src/modules/certificates/server/verified.ts': [
    { was: '[]', is: '["Stryker was here"]', reason: 'nothing that a certificate says is called so' },
  ],
  'src/modules/certificates/facts.ts': [
    { was: '[]', is: '["Stryker was here"]', reason: 'its first element is passed over, and there is no second' },
  ],
  'src/modules/certificates/status.ts': [
    {
      was: 'validTo !== null',
      is: 'true',
      reason: 'the type alone asks for it: nothing is before null, and no number of days is until then',
    },
  ],
  'src/modules/qualifications/eligibility/server/levelRequirements.ts': [
    {
      was: '[]',
      is: '["Stryker was here"]',
      reason: 'what it is called or how many days are left it does not say: it is filtered out right after',
    },
    { was: 'rank !== null', is: 'true', reason: 'the type alone asks for it: no rank that is asked for is null' },
  ],
  'src/modules/review/deadlines.ts': [
    { was: '-1', is: '+1', reason: 'it begins to look later, and comes to the same day' },
  ],
  'src/modules/review/stages.ts': [
    {
      was: 'actions.get(action)?.asks',
      is: 'actions.get(action).asks',
      reason: 'every action that is known has its definition: the type alone asks for it',
    },
  ],
  'src/modules/review/workflow.ts': [
    {
      was: "definition.waitsFor === 'applicant'",
      is: 'false',
      reason: 'what waits for the applicant never says that staff may act: the type alone asks for it',
    },
    {
      was: "'applicant'",
      is: '""',
      reason: 'what waits for the applicant never says that staff may act: the type alone asks for it',
    },
    { was: "''", is: '"Stryker was here!"', reason: 'neither is a permission' },
  ],
}
