import { NEW_VISIBILITY_OPTIONS } from '../access/visibility-options';
import type { CommandGroup } from '../command/command';

const name: readonly [string, string] = ['<name>', 'model name'];
const version: readonly [string, string] = ['[version]', 'number or alias of a version (default: champion)'];

/** The model registry. */
export const MODEL_COMMANDS: CommandGroup = {
  noun: 'model',
  meaning: 'trained models: versions, aliases, the champion',
  commands: [
    {
      words: 'model train',
      summary: 'train a version: the oracle judges the data for leaks first, then an engine searches',
      arguments: [name],
      options: [
        { flags: '--target <column>', text: 'the column to predict' },
        { flags: '--derivation <name>', text: 'train on the rows of a certified derivation' },
        { flags: '--dataset <name>', text: 'train on a dataset' },
        { flags: '--feature <column>', text: 'learn from this column (default: all others)', many: true },
        { flags: '--engine <engine>', text: 'automl_light (default), automl_stack, tuner, foundation or ensemble' },
        { flags: '--task <task>', text: 'auto (default), classification, regression or ts_forecast' },
        { flags: '--time-budget <seconds>', text: 'seconds for the search (default 60)' },
        { flags: '--metric <metric>', text: 'what to optimise (default: by task)' },
        { flags: '--groups <column>', text: 'what rows are about: kept whole, and not a feature' },
        { flags: '--time-col <column>', text: 'the order of rows: the newest are held out' },
        { flags: '--horizon <steps>', text: 'how far a forecast looks ahead' },
        { flags: '--estimator <name>', text: 'only this learner: lgbm, xgboost, rf, extra_tree, linear', many: true },
        { flags: '--declared <json>', text: 'facts for the oracle that the rows do not show, as in claims' },
        ...NEW_VISIBILITY_OPTIONS,
      ],
      examples: ['svc model train delay --derivation departures --target late --time-budget 120'],
      load: () => import('./train-model.js'),
    },
    { words: 'model list', summary: 'registered models by name', load: () => import('./list-models.js') },
    {
      words: 'model show',
      summary: 'a version: verdict, scores beside the baseline, source and aliases',
      arguments: [name, version],
      options: [{ flags: '--card', text: 'print the model card only' }],
      load: () => import('./show-model.js'),
    },
    {
      words: 'model versions',
      summary: 'the versions of a model, newest first',
      arguments: [name],
      load: () => import('./list-versions.js'),
    },
    {
      words: 'model artifacts',
      summary: 'the evidence of a version: script that reproduces it, card, plots, profile, samples',
      arguments: [name, version],
      options: [
        { flags: '--get <path>', text: 'print one of them' },
        { flags: '-o, --out <file>', text: 'with --get: write it to a file' },
      ],
      examples: ['svc model artifacts delay --get training_script.py --out train.py'],
      load: () => import('./list-artifacts.js'),
    },
    {
      words: 'model compare',
      summary: 'what differs between two versions',
      arguments: [name, ['<left>', 'number or alias'], ['<right>', 'number or alias']],
      examples: ['svc model compare delay champion 4'],
      load: () => import('./compare-versions.js'),
    },
    {
      words: 'model predict',
      summary: 'predictions for the rows of a JSON file, by the champion',
      arguments: [name, ['<rows>', 'JSON array, object, JSON lines or payload; "-" reads standard input']],
      options: [
        { flags: '--version <version>', text: 'number or alias of another version' },
        { flags: '--probabilities', text: 'a probability for each class instead of the class' },
      ],
      examples: ['svc model predict delay rows.json', `echo '{"distance": 400}' | svc model predict delay -`],
      load: () => import('./predict.js'),
    },
    {
      words: 'model invocations',
      summary: 'the newest invocations in the inference table',
      arguments: [name],
      options: [
        { flags: '--version <version>', text: 'only of this version' },
        { flags: '--failed', text: 'only failures' },
        { flags: '--limit <n>', text: 'at most this many (default: 100)' },
      ],
      load: () => import('./list-invocations.js'),
    },
    {
      words: 'model label',
      summary: 'say what turned out to be true of predicted rows',
      arguments: [
        name,
        ['<labels>', 'JSON array or lines of {"request_id", "row", "label"}; "-" reads standard input'],
      ],
      load: () => import('./label-invocations.js'),
    },
    {
      words: 'model accuracy',
      summary: 'how right predictions were, by day and version, as far as labels are known',
      arguments: [name],
      options: [{ flags: '--version <version>', text: 'only of this version' }],
      load: () => import('./show-accuracy.js'),
    },
    {
      words: 'model promote',
      summary: 'make a version the champion, or give it another alias',
      arguments: [name, ['<version>', 'number of the version']],
      options: [{ flags: '--alias <alias>', text: 'default: champion' }],
      load: () => import('./promote-model.js'),
    },
    {
      words: 'model release',
      summary: 'take an alias away; without a champion a bare model name serves nothing',
      arguments: [name, ['<alias>', 'alias']],
      load: () => import('./release-alias.js'),
    },
    {
      words: 'model delete',
      summary: 'delete a model with all its versions, or one version that no alias names',
      arguments: [name, ['[version]', 'number of the version']],
      load: () => import('./delete-model.js'),
    },
  ],
};
