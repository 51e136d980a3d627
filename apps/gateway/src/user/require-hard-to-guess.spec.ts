import { requireHardToGuess } from './require-hard-to-guess';

describe('a new password', () => {
  const refusal = (password: string): unknown => {
    try {
      requireHardToGuess(password, ['ann.smith', 'Ann Smith']);
      return null;
    } catch (error) {
      return error;
    }
  };

  it.each([
    'passwordpassword',
    '1234567890987654321',
    'qwertyuiop12345',
    '1qaz2wsx3edc4rfv',
    'Passw0rd1234567',
    'welcome12345678',
    'aaaaaaaaaaaaaaaaa',
    'ann.smith-ann.smith',
    'iloveyou'.repeat(25),
  ])('is refused when it is common or made of what is: %s', (password) => {
    expect(refusal(password)).toMatchObject({
      code: 'invalid-request',
      detail: expect.stringContaining('too easy to guess'),
      facts: { errors: [{ pointer: '/body/password' }] },
    });
  });

  it.each(['correct horse battery', 'my dog ate 7 clocks', 'k3#hd7!kdP0s9Q2', 'ein sehr langer satz ohne sinn'])(
    'may be %s',
    (password) => {
      expect(refusal(password)).toBeNull();
    },
  );

  it('is not repeated by its refusal', () => {
    expect(JSON.stringify(refusal('passwordpassword'))).not.toContain('passwordpassword');
  });
});
