/** Fields that no test sees filled, each with its reason. */
export const emptyFields: [RegExp, string][] = [
  [
    /^(GET|POST) \S+?(\.parts\[\]|\.facets\[\])?\.more$/,
    'said where a list is longer than it is counted: volume.test.ts',
  ],
  [
    /^POST \/staff\/picture\/fetch\./,
    'comes by https from an allowed host alone: the tests ask the function, with a server of their own in its place',
  ],
  [
    /^POST \/qualification\/addApply\.applyNo$/,
    'was proposed so; the number is given when the application is handed in, as the drafts of all kinds have none',
  ],
  [
    /^POST \/member\/consent\/withdraw\[\]\.canWithdraw$/,
    'the list as it is read, of which the only consent that can be withdrawn was withdrawn just now',
  ],
  [
    /^POST \/staff\/training\/checkIn\.(feeOpen|problem)$/,
    'the card as it is read before: whoever owes or has a problem is refused, and answered with an error',
  ],
  [
    /^POST \/invitation\/accept\.needComplete$/,
    'answers as signing in does; whoever is invited has their company at once',
  ],
  [
    /^(GET|POST) \/staff\/message\/choices\.wechats$/,
    'the choices as members have them: no staff is bound to a WeChat',
  ],
  [/^POST \/staff\/invitation\/send\.left$/, 'said where more are invited than one act takes: two thousand'],
  [
    /^GET \/staff\/backup\/list\.archiving\.(isOn|archivedTime|earliestTime|bytes)$/,
    'of a PostgreSQL that archives its log, which those of these tests do not: test/faults/recovery.test.ts',
  ],
  [/^GET \/staff\/training\/seating\.unseated\[\]\.seat$/, 'a candidate as in a room; who is not seated has no seat'],
  [
    /^GET \/award\/scoring\/entry\.reasons$/,
    'an entry as in its round: whoever stepped aside from it cannot open it any more',
  ],
]

/** Parameters of which no test shows that they matter, each with its reason. */
export const idleParameters: [RegExp, string][] = [
  [
    /^GET \/(file\/\{id\}|award\/scoring\/file|caseLink\/file) download$/,
    'the same bytes, to be kept and not shown: what differs is a header (files.test.ts, caseLinks.test.ts)',
  ],
  [
    /^GET \/member\/getCode (phone|scene|captchaId|captcha)$/,
    'each good question is answered alike, with how long the code is good; what is wrong is refused by 400 or 429',
  ],
  [
    /^GET \/staff\/article\/counts (status|trash)$/,
    'come along with the filter of the list; the counts are of every state, whichever is being looked at',
  ],
  [
    /^GET \/staff\/mailing\/addresses (days|courseId|standing)$/,
    'whoever is on a course or holds such a certificate has an account, thus an inbox: nobody is left to write to (reach.test.ts)',
  ],
  [
    /^POST \/app\/training\/submit pay$/,
    'was proposed so; what there is to pay is told when the registration is passed, and paid by edit/submit',
  ],
  [
    /^POST \/staff\/letter\/print confirmed(From|To)$/,
    'what has come in owes nothing: with them there is no letter to print, and that is refused: letters.test.ts',
  ],
  [/^POST \/staff\/picture\/fetch url$/, 'by https from an allowed host alone, as said of its fields'],
]
