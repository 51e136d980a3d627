'use strict';
/**
 * Every planted trap and its valid twin, as declared and with nothing declared: prints the table of
 * docs/oracle-silence.md. `node scripts/measure-silence.js [draws a side]`, after `tsc -b`.
 */
const { attest } = require('../dist/attest/attest.js');
const { seededRandom } = require('../dist/statistics/hash-random.js');
const { CAUSAL_PITFALLS } = require('../dist/calibrate/causal-pitfalls.js');
const { DATA_PITFALLS } = require('../dist/calibrate/data-pitfalls.js');
const { DESIGN_PITFALLS } = require('../dist/calibrate/design-pitfalls.js');
const { silenced } = require('../dist/calibrate/pitfall.js');
const { CHANGE_PITFALLS } = require('../dist/calibrate/change-pitfalls.js');
const { ROLE_PITFALLS } = require('../dist/calibrate/role-pitfalls.js');
const { SILENT_PITFALLS } = require('../dist/calibrate/silent-pitfalls.js');

const draws = Number(process.argv[2] ?? 200);
const percent = (count) => `${((100 * count) / draws).toFixed(1)}%`;

/** How often each verdict was given. */
function counted(pitfall, side, isSilent) {
  const found = { sound: 0, unsound: 0, inconclusive: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const { table, claim } = pitfall[side](seededRandom(`silence/${pitfall.name}/${side}/${draw}`));
    found[attest({ table, claim: isSilent ? silenced({ claim }) : claim }).verdict]++;
  }
  return found;
}

console.log(
  `| pitfall | trap declared: sound | trap undeclared: sound | twin declared: sound | inconclusive | unsound | twin undeclared: unsound |`,
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const pitfall of [
  ...CAUSAL_PITFALLS,
  ...DATA_PITFALLS,
  ...SILENT_PITFALLS,
  ...DESIGN_PITFALLS,
  ...ROLE_PITFALLS,
  ...CHANGE_PITFALLS,
]) {
  const trap = counted(pitfall, 'trap', false);
  const silentTrap = counted(pitfall, 'trap', true);
  const twin = counted(pitfall, 'twin', false);
  const silentTwin = counted(pitfall, 'twin', true);
  const cells = [trap.sound, silentTrap.sound, twin.sound, twin.inconclusive, twin.unsound, silentTwin.unsound];
  console.log(`| ${pitfall.name} | ${cells.map(percent).join(' | ')} |`);
}
