import { Module } from '@nestjs/common';
import { TokenModule } from '../token/token.module';
import { UserModule } from '../user/user.module';
import { AuthorController } from './author.controller';
import { FindAuthor } from './find-author';

/** Who is behind the identifier of an author. */
@Module({
  imports: [TokenModule, UserModule],
  controllers: [AuthorController],
  providers: [FindAuthor],
})
export class AuthorModule {}
