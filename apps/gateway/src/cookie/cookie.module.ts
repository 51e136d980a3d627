import { Module } from '@nestjs/common';
import { Cookies } from './cookies';
import { SetCookies } from './set-cookies';

/** The cookies of sessions. */
@Module({
  providers: [Cookies, SetCookies],
  exports: [Cookies, SetCookies],
})
export class CookieModule {}
